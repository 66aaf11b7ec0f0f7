//! Versions in transactions.

use chrono::DateTime;
use keywright::{ErrorKind, client::CancellationReason};

use super::design::*;

fn visit(page: &str, version: u32) -> Visit {
    Visit { user: "ann".into(), at: DateTime::UNIX_EPOCH, page: page.into(), version }
}

#[tokio::test]
async fn each_action_writes_the_next_version() {
    let (_local, platform) = platform().await;
    let (first, other) = (order(1, 0), visit("a", 0));
    let report = platform.transaction().create(&first).put(&other).await.unwrap();
    assert_eq!([0, 1].map(|position| report.written(position).unwrap().version()), [1, 1]);
    let (second, other) = (order(2, 1), visit("b", 1));
    let report = platform.transaction().replace(&second).put(&other).await.unwrap();
    assert_eq!([0, 1].map(|position| report.written(position).unwrap().version()), [2, 2]);
    assert_eq!(stored(&platform).await, Some(order(2, 2)));
}

#[tokio::test]
async fn version_conflict_cancels_the_transaction_and_names_the_action() {
    let (_local, platform) = platform().await;
    platform.put(&order(1, 0)).await.unwrap();
    platform.put(&order(2, 1)).await.unwrap();
    let (stale, other) = (order(3, 1), visit("a", 0));
    let transactions = [
        platform.transaction().put(&other).put(&stale),
        platform.transaction().put(&other).replace(&stale),
        platform.transaction().put(&other).delete_item(&stale),
        platform.transaction().put(&other).put_if(&stale, Order::TOTAL.eq(7)),
        platform.transaction().put(&other).replace_if(&stale, Order::TOTAL.eq(2)),
    ];
    for transaction in transactions {
        let error = transaction.await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TransactionCancelled);
        let [cancelled] = error.cancellations() else { panic!("{error}") };
        assert_eq!((cancelled.position, &cancelled.reason), (1, &CancellationReason::ConditionFailed));
        let text = "the item has version 2, and the write expects version 1";
        assert!(cancelled.text.contains(text), "{}", cancelled.text);
        assert_eq!(cancelled.stored::<Order>().unwrap(), Some(order(2, 2)));
        assert_eq!(items(&platform).await.len(), 1);
    }
}

#[tokio::test]
async fn condition_applies_in_addition_to_the_version() {
    let (_local, platform) = platform().await;
    platform.put(&order(1, 0)).await.unwrap();
    let next = order(2, 1);
    let error = platform.transaction().put_if(&next, Order::TOTAL.eq(7)).await.unwrap_err();
    assert!(error.cancellations()[0].text.contains("does not meet the condition"), "{error}");
    platform.transaction().put_if(&next, Order::TOTAL.eq(1)).await.unwrap();
    assert_eq!(stored(&platform).await, Some(order(2, 2)));
}

#[tokio::test]
async fn delete_item_checks_the_version_and_delete_by_key_does_not() {
    let (_local, platform) = platform().await;
    platform.put(&order(1, 0)).await.unwrap();
    let read = order(1, 1);
    platform.transaction().delete_item(&read).await.unwrap();
    assert_eq!(stored(&platform).await, None);
    platform.transaction().delete_item(&read).await.unwrap();
    platform.put(&order(1, 0)).await.unwrap();
    platform.transaction().delete(key()).await.unwrap();
    assert_eq!(stored(&platform).await, None);
}

#[tokio::test]
async fn a_token_writes_one_version() {
    let (_local, platform) = platform().await;
    let first = order(1, 0);
    for _ in 0..2 {
        let report = platform.transaction().put(&first).token("order-1").await.unwrap();
        assert_eq!(report.written(0).unwrap().version(), 1);
    }
    assert_eq!(stored(&platform).await, Some(order(1, 1)));
}

#[tokio::test]
async fn read_item_with_older_keys_is_rejected() {
    let (local, platform) = platform().await;
    let sent = local.requests();
    let read = note("new", 3);
    for transaction in [
        platform.transaction().put(&read),
        platform.transaction().replace(&read),
        platform.transaction().delete_item(&read),
    ] {
        let error = transaction.await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        assert!(error.to_string().contains("move it with `replace`"), "{error}");
    }
    assert_eq!(local.requests(), sent);
    let first = note("new", 0);
    assert_eq!(platform.transaction().create(&first).await.unwrap().written(0).unwrap().version(), 1);
}

#[tokio::test]
async fn invalid_version_is_rejected_with_its_action() {
    let (_local, platform) = platform().await;
    let (fits, last) = (order(1, 0), visit("a", u32::MAX));
    let error = platform.transaction().put(&fits).put(&last).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OutOfRange);
    assert!(error.to_string().contains("action 1"), "{error}");
    assert_eq!(items(&platform).await, []);
}
