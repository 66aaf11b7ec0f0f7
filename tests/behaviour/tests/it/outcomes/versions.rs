//! An update of an item with a version takes effect once, and overwrites no acknowledged write.

use keywright::{ErrorKind, Outcome};
use keywright_local::{Failure, Faults, Rule};

use super::design::*;

fn first_three(failure: Failure) -> Faults {
    Faults::seeded(0).rule(Rule::on(["UpdateItem"]).unwrap().first(3).fail(failure))
}

#[tokio::test(start_paused = true)]
async fn update_with_lost_responses_adds_one_version() {
    let (local, shop) = shop().await;
    shop.put(&stock(10, 0)).await.unwrap();
    local.set_faults(first_three(CARRIED_OUT));
    let error = shop.update(Stock::key(1)).set(Stock::LEFT, 9).await.unwrap_err();
    assert_eq!(judged(&error), (ErrorKind::Service, Outcome::Unknown));
    assert_eq!(shop.get(Stock::key(1)).await.unwrap().unwrap(), stock(9, 2));
    let error = shop.upsert(Stock::key(1)).set(Stock::LEFT, 8).await.unwrap_err();
    assert_eq!(judged(&error), (ErrorKind::Service, Outcome::Unknown));
    assert_eq!(shop.get(Stock::key(1)).await.unwrap().unwrap(), stock(8, 3));
}

#[tokio::test(start_paused = true)]
async fn retry_does_not_overwrite_an_acknowledged_version() {
    let (local, shop) = shop().await;
    shop.put(&stock(10, 0)).await.unwrap();
    local.set_faults(first("UpdateItem", LOST));
    let update = async { shop.update(Stock::key(1)).set(Stock::LEFT, 9).await };
    let (a, b) = between(&local, 1, update, async { shop.put(&stock(5, 1)).await }).await;
    assert_eq!(b.unwrap().version(), 2);
    assert_eq!(a.unwrap_err().outcome(), Outcome::Unknown);
    assert_eq!(shop.get(Stock::key(1)).await.unwrap().unwrap(), stock(5, 2));
}

#[tokio::test(start_paused = true)]
async fn update_of_a_known_version_is_retried_and_counts_once() {
    let (local, shop) = shop().await;
    shop.put(&stock(10, 0)).await.unwrap();
    // The request never arrived, so the repetition is carried out, even if it adds.
    local.set_faults(first("UpdateItem", LOST));
    let update = shop.update(Stock::key(1)).add(Stock::LEFT, -1).when(Stock::VERSION.eq(1_u64));
    assert!(update.await.unwrap().is_applied());
    assert_eq!(shop.get(Stock::key(1)).await.unwrap().unwrap(), stock(9, 2));
    // The request arrived, so the repetition is refused.
    local.set_faults(first("UpdateItem", CARRIED_OUT));
    let condition = Stock::LEFT.gt(0_u32) & Stock::VERSION.eq(2_u64);
    let error = shop.update(Stock::key(1)).add(Stock::LEFT, -1).when(condition).await.unwrap_err();
    assert_eq!(judged(&error), (ErrorKind::ConditionFailed, Outcome::Unknown));
    assert_eq!(shop.get(Stock::key(1)).await.unwrap().unwrap(), stock(8, 3));
    // A condition that may apply to another field is not a condition on the version.
    local.set_faults(first("UpdateItem", CARRIED_OUT));
    let condition = Stock::LEFT.gt(0_u32) | Stock::VERSION.eq(3_u64);
    let error = shop.update(Stock::key(1)).set(Stock::LEFT, 1).when(condition).await.unwrap_err();
    assert_eq!(judged(&error), (ErrorKind::Service, Outcome::Unknown));
    assert_eq!(shop.get(Stock::key(1)).await.unwrap().unwrap(), stock(1, 4));
}

#[tokio::test(start_paused = true)]
async fn throttled_update_is_retried() {
    let (local, shop) = shop().await;
    shop.put(&stock(10, 0)).await.unwrap();
    local.set_faults(first_three(Failure::Throttled(keywright_local::Throttle::throttling())));
    shop.update(Stock::key(1)).set(Stock::LEFT, 9).await.unwrap();
    assert_eq!(shop.get(Stock::key(1)).await.unwrap().unwrap(), stock(9, 2));
}

#[tokio::test(start_paused = true)]
async fn retried_update_of_a_unique_value_adds_once() {
    let (local, shop) = shop().await;
    shop.create(&user(1, "ann@x")).await.unwrap();
    local.set_faults(first("TransactWriteItems", CARRIED_OUT));
    shop.update(User::key(1)).set(User::MAIL, "ann@y").add(User::VISITS, 1).await.unwrap();
    assert_eq!(shop.get(User::key(1)).await.unwrap().unwrap(), User { visits: 1, ..user(1, "ann@y") });
    assert_exact(&shop).await;
}
