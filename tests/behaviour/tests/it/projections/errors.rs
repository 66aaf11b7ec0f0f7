//! Errors of items, keys and cursors.

use aws_sdk_dynamodb::types::AttributeValue;
use keywright::{Entity, ErrorKind, Outcome};

use super::design::*;

async fn broken(name: &str, value: Option<AttributeValue>) -> (keywright_local::Local, keywright::Handle<Shop>) {
    let (local, shop) = with_orders(1).await;
    let mut item = order(2).to_item().unwrap();
    item.remove(name);
    item.extend(value.map(|value| (name.to_owned(), value)));
    shop.client().put_item().table_name("shop").set_item(Some(item)).send().await.unwrap();
    (local, shop)
}

#[tokio::test]
async fn wrong_attribute_type_is_named_as_stored() {
    let (_local, shop) = broken("amount", Some(AttributeValue::S("much".into()))).await;
    let of_query = Order::query("ann").project::<OrderRow>().send(&shop).await.unwrap_err();
    let of_get = shop.get(key(&order(2))).project::<OrderRow>().await.unwrap_err();
    for error in [of_query, of_get] {
        assert_eq!(
            (error.kind(), error.outcome(), error.entity()),
            (ErrorKind::Decode, Outcome::NotApplied, Some("Order"))
        );
        assert!(error.to_string().contains("`amount` is a string (S)"), "{error}");
        assert!(error.key().is_some_and(|key| key.contains("CUSTOMER#ann")), "{error}");
    }
    // An attribute outside the projection does not matter.
    let (_local, shop) = broken("comment", Some(AttributeValue::N("1".into()))).await;
    let page = Order::query("ann").project::<OrderTotal>().send(&shop).await.unwrap();
    assert_eq!(page.items, [total(1), total(2)]);
}

#[tokio::test]
async fn missing_attribute_is_a_decode_error() {
    let (_local, shop) = broken("amount", None).await;
    let error = Order::query("ann").project::<OrderTotal>().send(&shop).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Decode);
    assert!(error.to_string().contains("missing field"), "{error}");
    let error = shop.batch_get([key(&order(2))]).project::<OrderTotal>().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Decode);
}

#[tokio::test]
async fn other_entities_fail_a_get_and_are_skipped_by_a_query() {
    let (_local, shop) = broken("_et", Some(AttributeValue::S("Invoice".into()))).await;
    let error = shop.get(key(&order(2))).project::<OrderTotal>().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::WrongEntity);
    let error = shop.batch_get([key(&order(2))]).project::<OrderTotal>().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::WrongEntity);
    let page = Order::query("ann").project::<OrderTotal>().send(&shop).await.unwrap();
    assert_eq!((page.items, page.stats.items_read), (vec![total(1)], 2));
}

#[tokio::test]
async fn invalid_keys_limits_and_cursors_are_rejected_as_for_full_items() {
    let (local, shop) = with_orders(2).await;
    let error = shop.get(Order::key("", 1_u32)).project::<OrderTotal>().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::KeyValue);
    let error = shop.get(Order::key("", 1_u32)).project::<OrderTotal>().params().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::KeyValue);
    let error = Order::query("ann").project::<OrderTotal>().limit(0).send(&shop).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    let error = Order::query("ann").limit(0).hydrate().send(&shop).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert_eq!(local.requests(), 0);
    let page = Order::query("ann").project::<OrderTotal>().limit(1).send(&shop).await.unwrap();
    let foreign =
        Order::query("bob").project::<OrderTotal>().cursor(page.cursor.clone()).send(&shop).await.unwrap_err();
    assert_eq!(foreign.kind(), ErrorKind::CursorForeign);
    let foreign = Order::by_clerk("bob").hydrate().cursor(page.cursor).send(&shop).await.unwrap_err();
    assert_eq!(foreign.kind(), ErrorKind::CursorForeign);
}

#[tokio::test]
async fn undecodable_item_fails_the_hydration_with_its_key() {
    let (_local, shop) = broken("amount", Some(AttributeValue::S("much".into()))).await;
    let error = Order::by_clerk("bob").hydrate().send(&shop).await.unwrap_err();
    assert_eq!((error.kind(), error.entity()), (ErrorKind::Decode, Some("Order")));
    assert!(error.key().is_some_and(|key| key.contains("ORDER#")), "{error}");
}
