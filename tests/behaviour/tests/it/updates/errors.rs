//! Invalid updates, and updates that DynamoDB refuses.

use std::collections::BTreeMap;

use keywright::{Entity, ErrorKind, Outcome, expression::attribute};

use super::design::*;

#[tokio::test]
async fn invalid_requests_are_rejected_before_sending() {
    let (local, shop) = shop().await;
    let update = || shop.update(key());
    for (error, kind, says) in [
        (update().await, ErrorKind::InvalidArgument, "contains no change"),
        (update().set(Order::NOTE, "a").remove(Order::NOTE).await, ErrorKind::InvalidArgument, "twice"),
        (
            update().set(Order::ADDRESS, order().address).set(Order::ADDRESS.at::<String>("city"), "b").await,
            ErrorKind::InvalidArgument,
            "`address` and `address.city`",
        ),
        (update().set(Order::WEIGHT, f64::NAN).await, ErrorKind::Encode, "`weight`"),
        (update().add(Order::WEIGHT, f64::INFINITY).await, ErrorKind::Encode, "`weight`"),
        (update().set(Order::NOTE, "x".repeat(410_000)).await, ErrorKind::ItemTooLarge, "400 KB"),
        (update().set(attribute::<Order, String>("GSI1PK"), "x").await, ErrorKind::InvalidArgument, "`GSI1PK`"),
        (update().set(attribute::<Order, String>("_et"), "Visit").await, ErrorKind::InvalidArgument, "`_et`"),
        (update().set(attribute::<Order, String>("schema"), "2").await, ErrorKind::InvalidArgument, "`schema`"),
        (
            update().set(attribute::<Order, String>("status"), "Paid").await,
            ErrorKind::InvalidArgument,
            "`status` is part of a key",
        ),
        (
            update().set(attribute::<Order, String>("customer"), "bob").await,
            ErrorKind::InvalidArgument,
            "`customer` is part of a key",
        ),
        (update().set(attribute::<Order, String>("PK"), "x").await, ErrorKind::InvalidArgument, "`PK`"),
        (update().set(attribute::<Order, String>(""), "x").await, ErrorKind::InvalidArgument, "empty name"),
        (update().set(Order::COURIER_AND_DUE, ("", at(0))).await, ErrorKind::KeyValue, "`courier`"),
        (update().if_not_exists(Order::COUPON, None).await, ErrorKind::InvalidArgument, "`coupon`"),
        (update().add_to(Order::TAGS, ["a"]).await, ErrorKind::InvalidArgument, "not stored as a set"),
        (update().append(Order::LABELS, ["a"]).await, ErrorKind::InvalidArgument, "not stored as a list"),
        (
            (0..400).fold(update(), |update, at| update.set(Order::EXTRA.at::<u32>(format!("n{at}")), 1_u32)).await,
            ErrorKind::InvalidArgument,
            "; shorten it",
        ),
    ] {
        let error = error.unwrap_err();
        assert_eq!((error.kind(), error.outcome()), (kind, Outcome::NotApplied), "{error}");
        assert!(error.to_string().contains(says), "{error}");
        assert_eq!(error.entity(), Some("Order"));
        assert!(error.to_string().contains(';'), "no fix: {error}");
    }
    assert_eq!(local.requests(), 0);
    assert_eq!(consistent(&shop).await, order());
}

#[tokio::test]
async fn missing_parent_of_a_path_is_an_error() {
    let (_local, shop) = shop().await;
    let inner = Order::EXTRA.at::<BTreeMap<String, u32>>("no").at::<u32>("where");
    let error = shop.update(key()).set(inner, 1_u32).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::InvalidArgument, Outcome::NotApplied), "{error}");
    assert!(error.to_string().contains("a map or list in the path"), "{error}");
}

#[tokio::test]
async fn item_of_another_entity_is_not_updated() {
    let (_local, shop) = shop().await;
    let mut item = Visit { user: "x".into(), at: at(0), page: "/".into(), clicks: 0 }.to_item().unwrap();
    let of_order = order().to_item().unwrap();
    item.extend(["PK", "SK"].map(|name| (name.to_owned(), of_order[name].clone())));
    shop.client().put_item().table_name("shop").set_item(Some(item.clone())).send().await.unwrap();
    for error in [
        shop.update(key()).set(Order::CENTS, 1_u64).await.unwrap_err(),
        shop.update(key()).set(Order::CENTS, 1_u64).when(Order::CENTS.not_exists()).await.unwrap_err(),
    ] {
        assert_eq!((error.kind(), error.outcome()), (ErrorKind::WrongEntity, Outcome::NotApplied), "{error}");
    }
    assert_eq!(stored(&shop, key()).await.unwrap(), item);
}

#[tokio::test]
async fn item_without_discriminator_is_updated() {
    let (_local, shop) = shop().await;
    let mut item = order().to_item().unwrap();
    item.remove("_et");
    shop.client().put_item().table_name("shop").set_item(Some(item)).send().await.unwrap();
    assert_eq!(shop.update(key()).set(Order::CENTS, 1_u64).returning().await.unwrap().cents, 1);
}

#[tokio::test]
async fn update_beyond_the_item_size_limit_is_reported() {
    let (_local, shop) = shop().await;
    shop.put(&Order { note: Some("x".repeat(300_000)), ..order() }).await.unwrap();
    let error = shop.update(key()).append(Order::TAGS, ["y".repeat(200_000)]).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::ItemTooLarge, Outcome::NotApplied), "{error}");
    assert!(error.to_string().contains("409600 bytes (400 KB), after the update; split it"), "{error}");
}
