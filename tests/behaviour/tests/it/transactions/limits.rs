//! Requests that DynamoDB does not accept are refused before they are sent, with the name of the limit.

use keywright::{Error, ErrorKind, Outcome};

use super::design::*;

fn refused(error: &Error, kind: ErrorKind, entity: Option<&str>, text: &str) {
    assert_eq!((error.kind(), error.outcome()), (kind, Outcome::NotApplied), "{error}");
    assert_eq!(error.entity(), entity, "{error}");
    assert!(error.to_string().contains(text), "{error}");
    assert!(error.to_string().starts_with("transaction"), "{error}");
}

#[tokio::test]
async fn action_count_is_limited_to_1_to_100() {
    let (local, shop) = shop().await;
    let orders: Vec<_> = (0..101).map(order).collect();
    let all = |count: usize| orders.iter().take(count).fold(shop.transaction(), |sofar, item| sofar.create(item));
    let error = all(0).await.unwrap_err();
    refused(&error, ErrorKind::InvalidArgument, None, "it has no actions; add one");
    let error = all(101).await.unwrap_err();
    refused(&error, ErrorKind::InvalidArgument, None, "it requires 101 actions");
    assert_eq!(local.requests(), 0);
    all(100).await.unwrap();
    assert_eq!((local.requests(), items(&shop).await.len()), (1, 100));
}

#[tokio::test]
async fn size_is_limited_to_4_mb_and_400_kb_per_item() {
    let (local, shop) = shop().await;
    let large = |id, bytes| Order { note: "x".repeat(bytes), ..order(id) };
    let orders: Vec<_> = (0..11).map(|id| large(id, 400_000)).collect();
    let all = |count: usize| orders.iter().take(count).fold(shop.transaction(), |sofar, item| sofar.put(item));
    let error = all(11).await.unwrap_err();
    refused(&error, ErrorKind::InvalidArgument, Some("Order"), "action 10: with it the transaction has 4");
    assert_eq!(error.key(), Some("CUSTOMER#ann / ORDER#0000000010"));
    let (fits, over) = (order(99), large(1, 410_000));
    let error = shop.transaction().put(&fits).put(&over).await.unwrap_err();
    refused(&error, ErrorKind::ItemTooLarge, Some("Order"), "action 1: the item has 410");
    assert_eq!(error.key(), Some("CUSTOMER#ann / ORDER#0000000001"));
    assert_eq!(local.requests(), 0);
    all(10).await.unwrap();
    assert_eq!(items(&shop).await.len(), 10);
}

#[tokio::test]
async fn two_actions_on_one_item_are_rejected() {
    let (local, shop) = shop().await;
    let (item, other) = (order(1), order(2));
    let twice = shop.transaction().put(&other).create(&item).check_exists(Stock::key("pen"));
    let error = twice.delete(Order::key("ann", 1_u32)).await.unwrap_err();
    refused(&error, ErrorKind::InvalidArgument, Some("Order"), "action 3: action 1 is on the same item");
    assert_eq!(error.key(), Some("CUSTOMER#ann / ORDER#0000000001"));
    // The engine agrees.
    let again = shop.transaction().delete(Order::key("ann", 1_u32)).params().unwrap();
    let sdk = shop.transaction().put(&item).into_sdk().unwrap().transact_items(again.transact_items()[0].clone());
    let service_error = sdk.send().await.unwrap_err().into_service_error();
    assert!(service_error.meta().message().unwrap().contains("multiple operations on one item"), "{service_error:?}");
    assert_eq!(local.requests(), 1);
}

#[tokio::test]
async fn invalid_keys_and_items_are_rejected_by_action() {
    let (local, shop) = shop().await;
    let (good, empty) = (order(1), Order { customer: String::new(), ..order(2) });
    let error = shop.transaction().put(&good).put(&empty).await.unwrap_err();
    refused(&error, ErrorKind::KeyValue, Some("Order"), "action 1: ");
    let long = "x".repeat(2_100);
    let error = shop.transaction().put(&good).delete(Cart::key(long.as_str())).await.unwrap_err();
    refused(&error, ErrorKind::KeyTooLong, Some("Cart"), "action 1: ");
    let key = keywright::Key::<Log>::__new(None);
    let error = shop.transaction().delete(key).await.unwrap_err();
    refused(&error, ErrorKind::InvalidArgument, Some("Log"), "action 0: the key does not say in which shard");
    assert_eq!(local.requests(), 0);
}

#[tokio::test]
async fn actions_that_need_a_read_first_are_rejected() {
    let (local, shop) = shop().await;
    let key = || Visit::key("ann", noon());
    let error = shop.transaction().delete(key()).await.unwrap_err();
    refused(&error, ErrorKind::InvalidArgument, Some("Visit"), "`at` only in part, so that a delete needs the item's");
    assert!(error.to_string().contains("use `delete_item(&item)`"), "{error}");
    for transaction in [
        shop.transaction().check_exists(key()),
        shop.transaction().check_absent(key()),
        shop.transaction().check(key(), Visit::PAGE.exists()),
    ] {
        let error = transaction.await.unwrap_err();
        refused(
            &error,
            ErrorKind::InvalidArgument,
            Some("Visit"),
            "so that a check needs the item's own field; put the",
        );
    }
    assert_eq!(local.requests(), 0);
}

#[tokio::test]
async fn token_length_is_limited_to_1_to_36_bytes() {
    let (local, shop) = shop().await;
    let item = order(1);
    for (token, bytes) in [(String::new(), 0), ("x".repeat(37), 37), ("ä".repeat(19), 38)] {
        let error = shop.transaction().put(&item).token(token).await.unwrap_err();
        let text = format!("the token has {bytes} bytes; dynamodb takes 1 to 36");
        refused(&error, ErrorKind::InvalidArgument, None, &text);
    }
    assert_eq!(local.requests(), 0);
    shop.transaction().put(&item).token("ä".repeat(18)).await.unwrap();
    shop.transaction().put(&item).token("x").await.unwrap();
}

#[tokio::test]
async fn params_and_into_sdk_reject_the_same_transactions() {
    let (local, shop) = shop().await;
    let item = order(1);
    let twice = || shop.transaction().put(&item).delete(Order::key("ann", 1_u32));
    assert!(twice().params().unwrap_err().to_string().contains("on the same item"));
    assert!(twice().into_sdk().unwrap_err().to_string().contains("on the same item"));
    assert!(shop.transaction().params().is_err() && shop.transaction().put(&item).token("").params().is_err());
    assert_eq!(local.requests(), 0);
}
