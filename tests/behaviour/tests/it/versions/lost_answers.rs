//! Writes that are carried out, but whose answers are lost.

use keywright::{Entity, ErrorKind, Handle, Outcome};
use keywright_local::{Failure, Faults, Local, Rule};

use super::design::*;

async fn lossy(operation: &str, first: u64) -> (Local, Handle<Platform>) {
    let (local, platform) = platform().await;
    platform.put(&order(100, 0)).await.unwrap();
    lose(&local, operation, first);
    (local, platform)
}

fn lose(local: &Local, operation: &str, first: u64) {
    let lost = Rule::on([operation]).unwrap().first(first).fail(Failure::Disconnected { carried_out: true });
    local.set_faults(Faults::seeded(1).rule(lost));
    local.clear_operations();
}

#[tokio::test(start_paused = true)]
async fn put_with_a_lost_response_reports_an_unknown_outcome() {
    let (local, platform) = lossy("PutItem", 1).await;
    let unknown = |error: keywright::Error| {
        assert_eq!((error.kind(), error.outcome()), (ErrorKind::VersionConflict, Outcome::Unknown), "{error}");
        error.version_conflict().unwrap().found
    };
    assert_eq!(unknown(platform.put(&order(110, 1)).await.unwrap_err()), Some(2));
    assert_eq!(local.requests(), 2);
    assert_eq!(stored(&platform).await.unwrap(), order(110, 2));
    lose(&local, "PutItem", 1);
    assert_eq!(unknown(platform.replace(&order(120, 2)).await.unwrap_err()), Some(3));
    platform.delete(key()).await.unwrap();
    lose(&local, "PutItem", 1);
    assert_eq!(unknown(platform.put(&order(1, 0)).await.unwrap_err()), Some(1));
    assert_eq!(stored(&platform).await.unwrap(), order(1, 1));
}

#[tokio::test(start_paused = true)]
async fn put_that_lost_its_response_and_the_race_is_of_unknown_outcome() {
    let (local, platform) = lossy("PutItem", 1).await;
    // The first attempt is refused because the item is another writer's, and its answer is lost.
    local.clear_faults();
    let another = order(9, 7).to_item().unwrap();
    platform.client().put_item().table_name("platform").set_item(Some(another)).send().await.unwrap();
    lose(&local, "PutItem", 1);
    let error = platform.put(&order(110, 1)).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::VersionConflict, Outcome::Unknown));
    assert_eq!(error.version_conflict().unwrap().found, Some(7));
}

#[tokio::test(start_paused = true)]
async fn outcome_is_unknown_without_any_response() {
    let (_local, platform) = lossy("PutItem", 9).await;
    let error = platform.put(&order(110, 1)).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Service, Outcome::Unknown));
    assert_eq!(stored(&platform).await.unwrap(), order(110, 2));
}

#[tokio::test(start_paused = true)]
async fn delete_with_a_lost_response_succeeds() {
    let (local, platform) = lossy("DeleteItem", 1).await;
    platform.delete(key()).version(1_u64).await.unwrap();
    assert_eq!(local.requests(), 2);
    assert_eq!(stored(&platform).await, None);
}
