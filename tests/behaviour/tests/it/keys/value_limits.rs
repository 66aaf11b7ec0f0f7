//! Values that are awkward in keys, and values that no key can hold.

use chrono::{DateTime, Utc};
use keywright::ErrorKind;

use crate::support::shop::*;

#[tokio::test]
async fn unusual_texts_round_trip_in_keys() {
    let (_local, shop) = shop().await;
    for text in ["a\0b", "\u{1}", "a\nb", "%", "%25", "#", "a#b", "$", " ", "é%#\u{10ffff}", &"x".repeat(900)] {
        let mut order = order(text);
        order.shop = text.into();
        order.clerk = Some(text.into());
        shop.put(&order).await.unwrap();
        assert_eq!(shop.get(Order::key(text, noon(), text)).await.unwrap().as_ref(), Some(&order), "{text:?}");
        for found in [
            Order::query(text).then(noon()).then(text).send(&shop).await.unwrap(),
            Order::query(text).then(noon()).begins_with(text).send(&shop).await.unwrap(),
            Order::query(text).then(noon()).between(text..=text).send(&shop).await.unwrap(),
            Order::by_clerk(text).send(&shop).await.unwrap(),
        ] {
            assert_eq!(found.items, [order.clone()], "{text:?}");
        }
    }
}

#[tokio::test]
async fn invalid_key_values_are_rejected_by_field_before_sending() {
    let (local, shop) = shop().await;
    let with = |change: &dyn Fn(&mut Order)| {
        let mut order = order("o");
        change(&mut order);
        order
    };
    let cases = [
        (with(&|order| order.shop.clear()), ErrorKind::KeyValue, "`shop`"),
        (with(&|order| order.id.clear()), ErrorKind::KeyValue, "`id`"),
        (with(&|order| order.clerk = Some(String::new())), ErrorKind::KeyValue, "index GSI1"),
        (with(&|order| order.shop = "x".repeat(2_049)), ErrorKind::KeyTooLong, "2049 of them field `shop`"),
        (with(&|order| order.id = "x".repeat(1_025)), ErrorKind::KeyTooLong, "1025 of them field `id`"),
        (with(&|order| order.clerk = Some("x".repeat(2_049))), ErrorKind::KeyTooLong, "index GSI1"),
        (with(&|order| order.at = DateTime::<Utc>::MIN_UTC), ErrorKind::KeyValue, "`at`"),
        (with(&|order| order.at = DateTime::<Utc>::MAX_UTC), ErrorKind::KeyValue, "years 0 to 9999"),
    ];
    for (order, kind, part) in cases {
        let error = shop.put(&order).await.unwrap_err();
        assert_eq!(error.kind(), kind, "{error}");
        assert_eq!(error.entity(), Some("Order"));
        assert_message_contains(&error, &["put", "table shop", part]);
    }
    assert_eq!(local.requests(), 0);
}

#[tokio::test]
async fn integers_sort_over_their_full_range() {
    let (local, shop) = shop().await;
    let values = [i64::MIN, -1_000, -1, 0, 1, 9, 10, 99, 1_000, i64::MAX];
    for value in values.iter().rev() {
        shop.put(&Count { of: i64::MIN, value: *value, rest: 99_999_999 }).await.unwrap();
    }
    let all = Count::query(i64::MIN).send(&shop).await.unwrap().items;
    assert_eq!(all.iter().map(|count| count.value).collect::<Vec<_>>(), values);
    let some = Count::query(i64::MIN).between(-1_000..=9).newest_first().send(&shop).await.unwrap().items;
    assert_eq!(some.iter().map(|count| count.value).collect::<Vec<_>>(), [9, 1, 0, -1, -1_000]);

    local.clear_operations();
    let error = shop.put(&Count { of: 1, value: 1, rest: 100_000_000 }).await.unwrap_err();
    assert_message_contains(&error, &["`Count`", "`rest`", "8 digits of `w8`"]);
    assert_eq!(local.requests(), 0);
}

#[tokio::test]
async fn a_sparse_index_follows_its_field() {
    let (_local, shop) = shop().await;
    let mut order = order("o");
    for clerk in [Some("ann"), None, Some("ann"), Some("bob"), None] {
        order.clerk = clerk.map(Into::into);
        shop.put(&order).await.unwrap();
        for name in ["ann", "bob"] {
            let found = Order::by_clerk(name).count(&shop).await.unwrap().items;
            assert_eq!(found, u64::from(clerk == Some(name)), "{name} of {clerk:?}");
        }
    }
}
