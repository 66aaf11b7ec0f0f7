//! Transactions that are carried out, but whose answers are lost.

use keywright::{ErrorKind, Outcome};
use keywright_local::{Failure, Faults, Local, Rule};

use super::design::*;

fn lose(local: &Local, first: u64) {
    let lost = Rule::on(["TransactWriteItems"]).unwrap().first(first).fail(Failure::Disconnected { carried_out: true });
    local.set_faults(Faults::seeded(1).rule(lost));
    local.clear_operations();
}

#[tokio::test(start_paused = true)]
async fn write_with_a_lost_response_recognizes_its_own_item() {
    let (local, platform) = platform().await;
    lose(&local, 1);
    platform.create(&user(1, "ann@x")).await.unwrap();
    lose(&local, 1);
    platform.put(&user(1, "ann@y")).await.unwrap();
    lose(&local, 1);
    platform.replace(&user(1, "ann@z")).await.unwrap();
    assert_exact(&platform).await;
    assert_eq!(platform.get(key(1)).await.unwrap().unwrap(), user(1, "ann@z"));
    lose(&local, 1);
    platform.delete(key(1)).await.unwrap();
    assert_eq!(items(&platform).await, []);
}

#[tokio::test(start_paused = true)]
async fn outcome_is_unknown_without_any_response() {
    let (local, platform) = platform().await;
    lose(&local, 99);
    let error = platform.create(&user(1, "ann@x")).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Service, Outcome::Unknown));
    local.clear_faults();
    assert_exact(&platform).await;
    lose(&local, 99);
    let error = platform.delete(key(1)).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Service, Outcome::Unknown));
    local.clear_faults();
    assert_exact(&platform).await;
}
