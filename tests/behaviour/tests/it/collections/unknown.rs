//! Items of entities that the collection does not name.

use aws_sdk_dynamodb::types::AttributeValue;
use futures_util::TryStreamExt as _;
use keywright::{Entity as _, ErrorKind, Handle, Item};

use super::design::{CustomerItem, CustomerWithOrders, Refund, Shop, of_ann, shop};

async fn put_raw(shop: &Handle<Shop>, item: Item) {
    shop.client().put_item().table_name(shop.table_name()).set_item(Some(item)).send().await.unwrap();
}

fn refund(number: u32) -> Refund {
    Refund { customer: "ann".into(), number }
}

#[tokio::test]
async fn unknown_entities_are_an_error_that_names_them() {
    let (_local, shop) = shop().await;
    of_ann(&shop).await;
    shop.put(&refund(4)).await.unwrap();
    let error = CustomerItem::of_customer("ann").send(&shop).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::WrongEntity);
    assert_eq!(
        error.to_string(),
        "of_customer, `CustomerItem`, table shop, key CUSTOMER#ann / REFUND#0000000004: an item belongs to none of \
         the entities `Customer`, `Order`, `Vip`: its `_et` is \"Refund\"; add its entity to `CustomerItem`, or \
         leave such items out with `.skip_unknown()`"
    );
    // Items before it can be read.
    let page = CustomerItem::of_customer("ann").limit(13).send(&shop).await.unwrap();
    assert_eq!(page.items.len(), 13);
    let error = CustomerWithOrders::query("ann").send(&shop).await.unwrap_err();
    assert_eq!((error.kind(), error.entity()), (ErrorKind::WrongEntity, Some("CustomerWithOrders")));
}

#[tokio::test]
async fn skip_unknown_skips_and_counts_unknown_items() {
    let (_local, shop) = shop().await;
    let expected = of_ann(&shop).await;
    for number in 0..3 {
        shop.put(&refund(number)).await.unwrap();
    }
    let query = CustomerItem::of_customer("ann").skip_unknown();
    let page = query.clone().send(&shop).await.unwrap();
    assert_eq!(page.items, expected);
    assert_eq!((page.stats.unknown, page.stats.items_read), (3, 17));

    // Unknown items do not count towards a limit.
    let page = query.clone().limit(14).send(&shop).await.unwrap();
    assert_eq!(page.items, expected);
    let mut stream = query.stream(&shop);
    let mut items = Vec::new();
    while let Some(item) = stream.try_next().await.unwrap() {
        items.push(item);
    }
    assert_eq!((items, stream.stats().unknown), (expected, 3));
    let (whole, stats) = CustomerWithOrders::query("ann").skip_unknown().send(&shop).with_stats().await.unwrap();
    assert_eq!((whole.unwrap().orders.len(), stats.unknown), (12, 3));
}

#[tokio::test]
async fn discriminator_of_another_type_is_unknown() {
    let (_local, shop) = shop().await;
    let mut item = refund(1).to_item().unwrap();
    item.insert("_et".into(), AttributeValue::N("7".into()));
    put_raw(&shop, item).await;
    let error = CustomerItem::of_customer("ann").send(&shop).await.unwrap_err();
    assert!(error.to_string().contains("its `_et` is 7"), "{error}");
}

#[tokio::test]
async fn items_without_discriminator_are_recognized_by_key() {
    let (_local, shop) = shop().await;
    for mut item in [super::design::order("ann", 5).to_item().unwrap(), refund(1).to_item().unwrap()] {
        item.remove("_et");
        put_raw(&shop, item).await;
    }
    let page = CustomerItem::of_customer("ann").skip_unknown().send(&shop).await.unwrap();
    assert_eq!(page.items, [CustomerItem::Order(Box::new(super::design::order("ann", 5)))]);
    assert_eq!(page.stats.unknown, 1);
    let error = CustomerItem::of_customer("ann").send(&shop).await.unwrap_err();
    assert!(error.to_string().contains("it has no discriminator, and its key is not one of theirs"), "{error}");
}
