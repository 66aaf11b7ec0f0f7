//! Whole items for partial index entries.

use std::sync::Mutex;

use aws_sdk_dynamodb::Client;
use keywright::{Entity, Handle, Table};
use keywright_local::Local;

use super::design::*;
use crate::support::interceptor::{Interceptor, is_operation};

#[tokio::test]
async fn page_has_full_items_in_index_order() {
    let (local, shop) = with_orders(250).await;
    let page = Order::by_clerk("bob").newest_first().limit(240).hydrate().send(&shop).await.unwrap();
    assert_eq!(page.items, (11..=250).rev().map(order).collect::<Vec<_>>());
    assert_eq!((page.stats.vanished, page.stats.changed), (0, 0));
    let batches = local.operations().iter().filter(|operation| operation.name == "BatchGetItem").count();
    assert_eq!((batches, page.stats.requests), (3, local.operations().len()));
    assert!(page.stats.rcu >= 120.0, "half a unit for each item, and the index: {:?}", page.stats);
    let rest = Order::by_clerk("bob").newest_first().cursor(page.cursor).hydrate().send(&shop).await.unwrap();
    assert_eq!((rest.items, rest.cursor.is_none()), ((1..=10).rev().map(order).collect::<Vec<_>>(), true));
}

#[tokio::test]
async fn hydration_is_the_same_for_every_index_projection() {
    let (_local, shop) = with_orders(3).await;
    let expected = [1, 2, 3].map(order);
    let included = Order::by_day().during(noon()..hours(9)).hydrate().send(&shop).await.unwrap();
    assert_eq!(included.items, expected);
    let all = Order::by_status(Status::Open).hydrate().consistent_items().send(&shop).await.unwrap();
    assert_eq!(all.items, expected);
    let none = Order::by_clerk("nobody").hydrate().send(&shop).await.unwrap();
    assert_eq!((none.items.len(), none.stats.requests), (0, 1));
}

#[tokio::test]
async fn ranges_finer_than_the_key_compare_item_values() {
    let (_local, shop) = with_orders(11).await;
    let page = Order::by_day().during(hours(2)..hours(5)).hydrate().send(&shop).await.unwrap();
    assert_eq!(page.items, [2, 3, 4].map(order));
    assert_eq!((page.stats.vanished, page.stats.changed), (0, 0));
    assert_eq!(page.stats.items_read, 22, "the index has the day only, so that all of it are looked at");
}

#[tokio::test]
async fn lossy_table_key_finds_its_item() {
    let (_local, shop) = shop().await;
    let visit = Visit { user: "ann".into(), at: hours(5), page: "/".into(), agent: "curl".into() };
    shop.put(&visit).await.unwrap();
    let page = Visit::by_page("/").hydrate().send(&shop).await.unwrap();
    assert_eq!(page.items, [visit]);
}

/// Returns a handle that makes this change before its first batch get.
fn after(local: &Local, change: impl Future<Output = ()> + Send + 'static) -> Handle<Shop> {
    let change = move || {
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(change);
        })
        .join()
        .unwrap();
    };
    let change = Mutex::new(Some(change));
    let interceptor = Interceptor::of_requests(move |request| {
        if is_operation(request, "BatchGetItem")
            && let Some(change) = change.lock().unwrap().take()
        {
            change();
        }
    });
    Shop::open(Client::from_conf(local.config().interceptor(interceptor).build()), "shop")
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_changes_are_checked_against_the_stored_items() {
    let (local, shop) = with_orders(5).await;
    let handle = after(&local, async move {
        shop.delete(key(&order(1))).await.unwrap();
        // Now of another clerk, and of no clerk.
        shop.put(&Order { clerk: Some("zoe".into()), ..order(2) }).await.unwrap();
        shop.put(&Order { clerk: None, ..order(3) }).await.unwrap();
        // Elsewhere in the index, but still within the query.
        shop.put(&Order { status: Status::Paid, ..order(4) }).await.unwrap();
        // A change that affects no key.
        shop.put(&Order { notes: "changed".into(), ..order(5) }).await.unwrap();
    });
    let page = Order::by_clerk("bob").hydrate().send(&handle).await.unwrap();
    let moved = Order { status: Status::Paid, ..order(4) };
    assert_eq!(page.items, [moved, Order { notes: "changed".into(), ..order(5) }]);
    assert_eq!((page.stats.vanished, page.stats.changed), (1, 2));
}

#[tokio::test(flavor = "multi_thread")]
async fn time_moved_out_of_the_range_counts_as_a_change() {
    let (local, shop) = with_orders(2).await;
    let handle = after(&local, async move {
        // Another time on the same day.
        shop.put(&Order { placed: hours(8), ..order(1) }).await.unwrap();
        // Another day, which is outside the query.
        shop.put(&Order { placed: hours(80), ..order(2) }).await.unwrap();
    });
    let page = Order::by_day().during(hours(0)..hours(5)).hydrate().send(&handle).await.unwrap();
    assert_eq!(page.items, []);
    // The first item's key in the index is unchanged. Only the item itself shows that it is out of the range.
    assert_eq!((page.stats.vanished, page.stats.changed), (0, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn item_replaced_by_another_entity_counts_as_a_change() {
    let (local, shop) = with_orders(1).await;
    let handle = after(&local, async move {
        let mut item = order(1).to_item().unwrap();
        item.insert("_et".into(), aws_sdk_dynamodb::types::AttributeValue::S("Invoice".into()));
        shop.client().put_item().table_name("shop").set_item(Some(item)).send().await.unwrap();
    });
    let page = Order::by_clerk("bob").hydrate().send(&handle).await.unwrap();
    assert_eq!((page.items.len(), page.stats.vanished, page.stats.changed), (0, 0, 1));
}
