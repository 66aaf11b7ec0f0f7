//! The operations of an update on a field.

use keywright::ErrorKind;

use super::design::*;

#[tokio::test]
async fn one_request_sets_adds_and_removes_fields() {
    let (local, shop) = shop().await;
    shop.update(key()).set(Order::STATUS, Status::Paid).add(Order::CENTS, 100).remove(Order::NOTE).await.unwrap();
    assert_eq!(local.requests(), 1);
    assert_eq!(consistent(&shop).await, Order { status: Status::Paid, cents: 600, note: None, ..order() });
}

#[tokio::test]
async fn item_before_or_after_the_update_is_returned() {
    let (_local, shop) = shop().await;
    let after = shop.update(key()).set(Order::NOTE, "leave it").returning().await.unwrap();
    assert_eq!(after, Order { note: Some("leave it".into()), ..order() });
    let before = shop.update(key()).set(Order::NOTE, None).returning_old().await.unwrap();
    assert_eq!(before, after);
    assert_eq!(consistent(&shop).await.note, None);
}

#[tokio::test]
async fn numbers_stay_within_their_type() {
    let (_local, shop) = shop().await;
    // `None` is stored as an absent attribute, to which a number can be added.
    shop.update(key()).add(Order::CENTS, -500).add(Order::STARS, 255).add(Order::WEIGHT, 1.5).await.unwrap();
    let order = consistent(&shop).await;
    assert_eq!((order.cents, order.stars, order.weight), (0, 255, Some(1.5)));
    for error in [
        shop.update(key()).add(Order::CENTS, -1).await.unwrap_err(),
        shop.update(key()).add(Order::STARS, 1).await.unwrap_err(),
        shop.update(key()).add(Order::STARS, 256).await.unwrap_err(),
        shop.update(key()).add(Order::CENTS, i128::MAX).await.unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::OutOfRange, "{error}");
    }
    assert_eq!(consistent(&shop).await, order);
}

#[tokio::test]
async fn values_are_added_to_lists_and_sets() {
    let (_local, shop) = shop().await;
    let update = shop.update(key()).append(Order::TAGS, ["vip", "old"]).add_to(Order::LABELS, ["a", "b"]);
    let order = update.returning().await.unwrap();
    assert_eq!(order.tags, ["new", "vip", "old"]);
    assert_eq!(order.labels, ["a".to_owned(), "b".to_owned()].into());
    let order = shop.update(key()).prepend(Order::TAGS, ["0".to_owned()]).take_from(Order::LABELS, ["a", "x"]);
    let order = order.returning().await.unwrap();
    assert_eq!(order.tags, ["0", "new", "vip", "old"]);
    assert_eq!(order.labels, ["b".to_owned()].into());
    shop.update(key()).take_from(Order::LABELS, ["b"]).remove(Order::TAGS.index::<String>(1)).await.unwrap();
    let order = consistent(&shop).await;
    assert_eq!(order.tags, ["0", "vip", "old"]);
    assert!(order.labels.is_empty());
    // An empty list changes nothing.
    shop.update(key()).append(Order::TAGS, [""; 0]).set(Order::CENTS, 1_u64).await.unwrap();
    assert_eq!(consistent(&shop).await.tags, order.tags);
}

#[tokio::test]
async fn append_creates_a_missing_list() {
    let (_local, shop) = shop().await;
    shop.update(key()).remove(Order::TAGS.path()).await.unwrap();
    shop.update(key()).append(Order::TAGS, ["vip"]).await.unwrap();
    assert_eq!(consistent(&shop).await.tags, ["vip"]);
}

#[tokio::test]
async fn nested_paths_can_be_updated() {
    let (_local, shop) = shop().await;
    let update = shop.update(key()).set(Order::ADDRESS.at::<String>("city"), "Bonn");
    let update = update.append(Order::ADDRESS.at::<Vec<String>>("lines"), ["back door"]);
    update.set(Order::EXTRA.at::<u32>("wrapped, with dots..."), 1_u32).await.unwrap();
    let order = consistent(&shop).await;
    assert_eq!(order.address, Address { city: "Bonn".into(), lines: vec!["Main Street 1".into(), "back door".into()] });
    assert_eq!(order.extra["wrapped, with dots..."], 1);
    shop.update(key()).remove(Order::EXTRA.entry("wrapped, with dots...")).await.unwrap();
    shop.update(key()).add(Order::EXTRA.entry("n"), 3).await.unwrap();
    assert_eq!(consistent(&shop).await.extra, [("n".to_owned(), 3)].into());
    shop.update(key()).set(Order::TAGS, ["a", "b"].map(String::from).to_vec()).await.unwrap();
    let update = shop.update(key()).set(Order::TAGS.element(1), "c").when(Order::EXTRA.entry("n").eq(3));
    assert!(update.await.unwrap().is_applied());
    assert_eq!(consistent(&shop).await.tags, ["a", "c"]);
}

#[tokio::test]
async fn if_not_exists_keeps_the_first_value() {
    let (_local, shop) = shop().await;
    for coupon in ["first", "second"] {
        shop.update(key()).if_not_exists(Order::COUPON, coupon).await.unwrap();
        assert_eq!(consistent(&shop).await.coupon.as_deref(), Some("first"));
    }
    // Values that serde leaves out of items are removed.
    shop.update(key()).set(Order::COUPON, None).await.unwrap();
    assert!(!stored(&shop, key()).await.unwrap().contains_key("coupon"));
    shop.update(key()).set(Order::LABELS, std::collections::BTreeSet::new()).await.unwrap();
    assert_eq!(consistent(&shop).await, order());
}

#[tokio::test]
async fn update_does_not_create_a_missing_item() {
    let (_local, shop) = shop().await;
    let error = shop.update(Order::key("ann", 8_u32)).set(Order::CENTS, 1_u64).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound, "{error}");
    assert!(error.to_string().contains("CUSTOMER#ann / ORDER#"), "{error}");
    assert!(stored(&shop, Order::key("ann", 8_u32)).await.is_none());
}
