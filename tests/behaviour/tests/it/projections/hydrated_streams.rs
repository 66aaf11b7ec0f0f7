//! Hydration of all pages, of the remaining lanes if one fails, and of items with their keys.

use futures_util::{StreamExt as _, TryStreamExt as _};
use keywright::ErrorKind;
use keywright_local::{Failure, Faults, Rule};

use super::design::*;

#[tokio::test]
async fn stream_returns_every_item_and_reads_the_table_in_hundreds() {
    let (local, shop) = with_orders(250).await;
    let mut stream = Order::by_clerk("bob").newest_first().items_per_request(30).hydrate().stream(&shop);
    let items: Vec<_> = (&mut stream).try_collect().await.unwrap();
    assert_eq!(items, (1..=250).rev().map(order).collect::<Vec<_>>());
    let batches = local.operations().iter().filter(|operation| operation.name == "BatchGetItem").count();
    let stats = stream.stats();
    assert_eq!((batches, stats.requests), (3, local.operations().len()));
    assert_eq!((stats.items_read, stats.lanes), (500, 1));
    assert!(stats.rcu >= 125.0, "{stats:?}");
    assert!(stream.next().await.is_none());

    let few: Vec<_> = Order::by_clerk("bob").hydrate().limit(3).stream(&shop).try_collect().await.unwrap();
    assert_eq!(few, [1, 2, 3].map(order));
    let none: Vec<_> = Order::by_clerk("nobody").hydrate().stream(&shop).try_collect().await.unwrap();
    assert_eq!(none, []);
}

#[tokio::test]
async fn stream_can_be_dropped_at_any_item() {
    let (_local, shop) = with_orders(120).await;
    for taken in [0, 1, 99, 100, 101] {
        let stream = Order::by_clerk("bob").hydrate().stream(&shop);
        let items: Vec<_> = stream.take(taken).try_collect().await.unwrap();
        assert_eq!(items.len(), taken);
    }
    assert_eq!(Order::by_clerk("bob").hydrate().limit(120).send(&shop).await.unwrap().items.len(), 120);
}

#[tokio::test(start_paused = true)]
async fn stream_returns_earlier_items_and_ends_with_the_first_error() {
    let (local, shop) = with_orders(150).await;
    let down = |operation: &str| {
        let failure = Failure::InternalServerError { carried_out: false };
        Faults::seeded(1).rule(Rule::on([operation]).unwrap().fail(failure))
    };
    let mut stream = Order::by_clerk("bob").hydrate().stream(&shop);
    let mut items = vec![stream.next().await.unwrap().unwrap()];
    local.set_faults(down("BatchGetItem"));
    let error = loop {
        match stream.next().await.unwrap() {
            Ok(item) => items.push(item),
            Err(error) => break error,
        }
    };
    assert_eq!(
        (error.kind(), error.operation_name(), error.table()),
        (ErrorKind::Service, Some("hydrate"), Some("shop"))
    );
    assert_eq!(items, (1..=100).map(order).collect::<Vec<_>>());
    assert!(stream.next().await.is_none());
    local.set_faults(down("Query"));
    let mut stream = Order::by_clerk("bob").hydrate().stream(&shop);
    let error = stream.next().await.unwrap().unwrap_err();
    assert_eq!((error.kind(), error.operation_name()), (ErrorKind::Service, Some("by_clerk")));
    assert!(stream.next().await.is_none());
}

#[tokio::test(start_paused = true)]
async fn failed_lane_is_named_and_read_with_the_next_page() {
    let (local, shop) = with_orders(30).await;
    let broken = Failure::ServiceUnavailable { carried_out: false };
    // Two days. The second one fails.
    local.set_faults(Faults::seeded(0).rule(Rule::all().lane("DAY#2026-06-23").fail(broken)));
    let query = || Order::by_day().during(noon()..hours(40)).hydrate();
    assert_eq!(query().send(&shop).await.unwrap_err().kind(), ErrorKind::Service);
    let page = query().send(&shop).partial().await.unwrap();
    assert_eq!(page.failed.len(), 1);
    assert_eq!(page.failed[0].error.table(), Some("shop"));
    local.clear_faults();
    let rest = query().cursor(page.cursor).send(&shop).partial().await.unwrap();
    assert!(rest.failed.is_empty() && rest.cursor.is_none());
    let mut items: Vec<_> = page.items.into_iter().chain(rest.items).collect();
    items.sort_by_key(|order| order.id);
    assert_eq!(items, (1..=30).map(order).collect::<Vec<_>>());
}

#[tokio::test]
async fn located_items_have_the_keys_that_find_them() {
    let (_local, shop) = with_orders(3).await;
    let page = Order::by_clerk("bob").hydrate().located().limit(2).send(&shop).await.unwrap();
    for found in page.items {
        assert_eq!(shop.get(found.key).await.unwrap(), Some(found.item));
    }
    let all: Vec<_> = Order::by_clerk("bob").hydrate().located().stream(&shop).try_collect().await.unwrap();
    assert_eq!(all.len(), 3);
}
