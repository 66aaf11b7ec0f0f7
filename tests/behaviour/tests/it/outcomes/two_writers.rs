//! A request is lost, another writer writes the same, and the repetition finds an item of equal content.

use keywright::{ErrorKind, Outcome};
use keywright_local::Failure;

use super::design::*;

#[tokio::test(start_paused = true)]
async fn concurrent_creates_of_one_item_succeed_once() {
    let (local, shop) = shop().await;
    local.set_faults(first("PutItem", LOST));
    let event = event("new");
    let (a, b) = between(&local, 1, async { shop.create(&event).await }, async { shop.create(&event).await }).await;
    b.unwrap();
    assert_eq!(judged(&a.unwrap_err()), (ErrorKind::AlreadyExists, Outcome::Unknown));
}

#[tokio::test(start_paused = true)]
async fn concurrent_equal_writes_of_one_version_succeed_once() {
    let (local, shop) = shop().await;
    shop.put(&stock(10, 0)).await.unwrap();
    local.set_faults(first("PutItem", LOST));
    let sold = stock(9, 1);
    let (a, b) = between(&local, 1, async { shop.replace(&sold).await }, async { shop.replace(&sold).await }).await;
    assert_eq!(b.unwrap().version(), 2);
    assert_eq!(judged(&a.unwrap_err()), (ErrorKind::VersionConflict, Outcome::Unknown));
    local.set_faults(first("PutItem", LOST));
    let sold = stock(8, 2);
    let (a, b) = between(&local, 1, async { shop.put(&sold).await }, async { shop.put(&sold).await }).await;
    assert_eq!(b.unwrap().version(), 3);
    assert_eq!(judged(&a.unwrap_err()), (ErrorKind::VersionConflict, Outcome::Unknown));
}

#[tokio::test(start_paused = true)]
async fn concurrent_conditional_writes_succeed_once() {
    let (local, shop) = shop().await;
    shop.put(&event("free")).await.unwrap();
    local.set_faults(first("PutItem", LOST));
    let taken = event("taken");
    let put = || async { shop.put(&taken).when(Event::STATE.eq("free")).await };
    let (a, b) = between(&local, 1, put(), put()).await;
    assert!(b.unwrap().is_applied());
    assert_eq!(judged(&a.unwrap_err()), (ErrorKind::ConditionFailed, Outcome::Unknown));

    shop.put(&event("free")).await.unwrap();
    local.set_faults(first("UpdateItem", LOST));
    let update = || async { shop.update(Event::key(1)).set(Event::STATE, "taken").when(Event::STATE.eq("free")).await };
    let (a, b) = between(&local, 1, update(), update()).await;
    assert!(b.unwrap().is_applied());
    assert_eq!(judged(&a.unwrap_err()), (ErrorKind::ConditionFailed, Outcome::Unknown));

    local.set_faults(first("DeleteItem", LOST));
    let delete = || async { shop.delete(Event::key(1)).when(Event::STATE.eq("taken")).await };
    let (a, b) = between(&local, 1, delete(), delete()).await;
    assert!(b.unwrap().is_applied());
    assert_eq!(judged(&a.unwrap_err()), (ErrorKind::ConditionFailed, Outcome::Unknown));
}

#[tokio::test(start_paused = true)]
async fn concurrent_creates_with_a_unique_value_succeed_once() {
    let (local, shop) = shop().await;
    local.set_faults(first("TransactWriteItems", LOST));
    let ann = user(1, "ann@x");
    let (a, b) = between(&local, 1, async { shop.create(&ann).await }, async { shop.create(&ann).await }).await;
    b.unwrap();
    assert_eq!(judged(&a.unwrap_err()), (ErrorKind::AlreadyExists, Outcome::Unknown));
    assert_exact(&shop).await;
    // Also in a transaction of the caller.
    shop.delete(User::key(1)).await.unwrap();
    local.set_faults(first("TransactWriteItems", LOST));
    let create = || async { shop.transaction().create(&ann).await };
    let (a, b) = between(&local, 1, create(), create()).await;
    let _ = b.unwrap();
    assert_eq!(judged(&a.unwrap_err()), (ErrorKind::TransactionCancelled, Outcome::Unknown));
}

#[tokio::test(start_paused = true)]
async fn concurrent_creates_with_older_keys_succeed_once() {
    let (local, shop) = shop().await;
    local.set_faults(first("TransactWriteItems", LOST));
    let song = song(0);
    let (a, b) = between(&local, 1, async { shop.create(&song).await }, async { shop.create(&song).await }).await;
    b.unwrap();
    assert_eq!(judged(&a.unwrap_err()), (ErrorKind::AlreadyExists, Outcome::Unknown));
}

#[tokio::test(start_paused = true)]
async fn retry_after_a_lost_response_reports_an_unknown_outcome() {
    let (local, shop) = shop().await;
    local.set_faults(first("PutItem", CARRIED_OUT));
    let error = shop.create(&event("new")).await.unwrap_err();
    assert_eq!(judged(&error), (ErrorKind::AlreadyExists, Outcome::Unknown));
    assert!(error.to_string().contains("the answer to a request of this call was lost"), "{error}");
    // A single refused request is still certain.
    local.clear_faults();
    assert_eq!(shop.create(&event("new")).await.unwrap_err().outcome(), Outcome::NotApplied);
    // The token of a transaction proves that it was carried out.
    local.set_faults(first("TransactWriteItems", CARRIED_OUT));
    shop.create(&user(1, "ann@x")).await.unwrap();
    local.set_faults(first("TransactWriteItems", CARRIED_OUT));
    let _ = shop.transaction().create(&user(2, "bob@x")).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn concurrent_equal_appends_both_succeed() {
    let (local, shop) = shop().await;
    local.set_faults(first("PutItem", LOST));
    let log = Log { day: 1, id: 1, text: "a".into() };
    let put = || async { shop.put(&log).in_shard(0).await };
    let (a, b) = between(&local, 1, put(), put()).await;
    assert_eq!((a.unwrap().shard(), b.unwrap().shard()), (Some(0), Some(0)));
    assert_eq!(items(&shop).await.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn sweep_reports_in_doubt_if_another_sweep_wrote_the_same() {
    let (local, shop) = shop().await;
    shop.put(&Event { id: 1, state: "1".into() }).await.unwrap();
    let more = |event: Event| {
        let state = (event.state.parse::<u32>().unwrap() + 1).to_string();
        Some(Event { state, ..event })
    };
    local.set_faults(first("UpdateItem", Failure::InternalServerError { carried_out: false }));
    let (a, b) =
        between(&local, 2, async { shop.update_each(more).await }, async { shop.update_each(more).await }).await;
    assert_eq!((b.unwrap().written, shop.get(Event::key(1)).await.unwrap().unwrap().state), (1, "2".to_owned()));
    let a = a.unwrap();
    assert_eq!((a.written, a.in_doubt, a.failures), (0, 1, 0), "{a:?}");
}
