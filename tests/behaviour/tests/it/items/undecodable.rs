//! Items of other writers that do not match the entity.

use aws_sdk_dynamodb::types::AttributeValue;
use futures_util::StreamExt as _;
use keywright::{Entity, ErrorKind, Handle, Item};

use crate::support::shop::*;

async fn write(shop: &Handle<Shop>, change: impl FnOnce(&mut Item)) {
    let mut stored = Order { clerk: Some("ann".into()), ..order("o") }.to_item().unwrap();
    change(&mut stored);
    shop.client().put_item().table_name("shop").set_item(Some(stored)).send().await.unwrap();
}

#[tokio::test]
async fn decode_error_names_the_expected_and_found_types() {
    let (_local, shop) = shop().await;
    let s = |text: &str| AttributeValue::S(text.into());
    let cases = [
        ("total", s("much"), "attribute `total` is a string (S) and does not decode as `f64`"),
        ("at", s("yesterday"), "attribute `at` is a string (S) and does not decode as `DateTime<Utc>`"),
        ("shop", AttributeValue::Bool(true), "attribute `shop` is a boolean (BOOL) and does not decode as `String`"),
        ("clerk", AttributeValue::L(vec![]), "attribute `clerk` is a list (L) and does not decode as `Option<String>`"),
        ("state", s("Lost"), "unknown variant `Lost`, expected `Open` or `Paid`"),
        ("state", AttributeValue::N("1".into()), "attribute `state` is a number (N) and does not decode as `State`"),
    ];
    for (name, value, part) in cases {
        write(&shop, |item| drop(item.insert(name.into(), value))).await;
        let key = "key SHOP#s / ORDER#2026-06-22T12:00:00.000000000Z#o";
        for error in [
            shop.get(Order::key("s", noon(), "o")).await.unwrap_err(),
            Order::query("s").send(&shop).await.unwrap_err(),
            Order::by_clerk("ann").send(&shop).await.unwrap_err(),
            Order::by_clerk("ann").stream(&shop).next().await.unwrap().unwrap_err(),
        ] {
            assert_eq!(error.kind(), ErrorKind::Decode);
            assert_message_contains(&error, &["`Order`", "table shop", key, part]);
        }
    }
    write(&shop, |item| drop(item.remove("total"))).await;
    let error = shop.get(Order::key("s", noon(), "o")).await.unwrap_err();
    assert_message_contains(&error, &["`Order`", "missing field `total`", "#[serde(default)]"]);
}

#[tokio::test]
async fn items_of_other_entities_are_rejected_or_skipped() {
    let (_local, shop) = shop().await;
    for other in [AttributeValue::S("Click".into()), AttributeValue::N("1".into())] {
        write(&shop, |item| drop(item.insert("_et".into(), other))).await;
        let error = shop.get(Order::key("s", noon(), "o")).await.unwrap_err();
        assert_eq!((error.kind(), error.entity()), (ErrorKind::WrongEntity, Some("Order")));
        assert!(Order::query("s").send(&shop).await.unwrap().items.is_empty());
    }
    write(&shop, |item| drop(item.remove("_et"))).await;
    assert!(shop.get(Order::key("s", noon(), "o")).await.unwrap().is_some());
    assert_eq!(Order::query("s").count(&shop).await.unwrap().items, 1);
    let error = Order::from_item(Item::new()).unwrap_err();
    assert_eq!((error.kind(), error.entity()), (ErrorKind::WrongEntity, Some("Order")));
}
