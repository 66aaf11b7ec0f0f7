//! Deletes of the items that a function selects.

use aws_sdk_dynamodb::types::AttributeValue;
use keywright::{Entity, ErrorKind};
use keywright_local::Local;

use super::design::{Log, Note, Order, checked_orders, filled, inline, order, put_raw, requests, s, stored};

#[tokio::test]
async fn delete_each_deletes_only_the_selected_items() {
    let local = Local::start();
    let platform = filled(&local, 60).await;
    let mut seen = 0;
    let run = platform.delete_each(|order: &Order| {
        seen += 1;
        order.id.is_multiple_of(3)
    });
    let report = run.segments(4).await.unwrap();
    assert_eq!((report.scanned, report.matched, report.written, report.skipped), (120, 60, 20, 40));
    assert_eq!((seen, requests(&local, "DeleteItem")), (60, 20));
    let left: Vec<u32> = checked_orders(&platform).await.iter().map(|order| order.id).collect();
    assert_eq!(left, (0..60).filter(|id| id % 3 != 0).collect::<Vec<_>>());
    assert_eq!(platform.scan::<Note>().count().await.unwrap().items, 30);
    let gone = Order::by_product("pump").limit(1_000).send(&platform).await.unwrap().items;
    assert!(gone.iter().all(|order| order.id % 3 != 0));
}

#[tokio::test]
async fn items_in_random_shards_are_deleted() {
    let local = Local::start();
    let platform = filled(&local, 40).await;
    let report = platform.delete_each(|log: &Log| log.id < 15).segments(2).await.unwrap();
    assert_eq!((report.written, report.skipped), (15, 5));
    assert_eq!(platform.scan::<Log>().count().await.unwrap().items, 5);
}

#[tokio::test]
async fn dry_run_deletes_nothing_and_reports_the_cost() {
    let local = Local::start();
    let platform = filled(&local, 40).await;
    let before = stored(&platform).await;
    let dry = platform.delete_each(|_: &Order| true).dry_run().await.unwrap();
    assert_eq!((dry.written, requests(&local, "DeleteItem")), (40, 0));
    assert_eq!(stored(&platform).await, before);
    let report = platform.delete_each(|_: &Order| true).await.unwrap();
    assert_eq!((report.written, report.wcu), (dry.written, dry.wcu));
    assert_eq!(platform.scan::<Order>().count().await.unwrap().items, 0);
}

#[tokio::test]
async fn undecodable_item_is_kept_and_reported() {
    let local = inline();
    let platform = filled(&local, 10).await;
    let mut spoilt = order(4).to_item().unwrap();
    spoilt.insert("state".into(), AttributeValue::Bool(true));
    put_raw(&platform, spoilt.clone()).await;
    let report = platform.delete_each(|_: &Order| true).await.unwrap();
    assert_eq!((report.written, report.failures), (9, 1));
    let error = &report.failed[0].error;
    assert_eq!((error.kind(), error.operation_name()), (ErrorKind::Decode, Some("delete_each")));
    assert!(stored(&platform).await.contains(&spoilt));
}

#[tokio::test]
async fn items_of_other_entities_with_similar_keys_are_skipped() {
    let local = inline();
    let platform = filled(&local, 4).await;
    let mut stranger = order(1).to_item().unwrap();
    stranger.insert("SK".into(), s("ORDER#0000000099"));
    stranger.insert("_et".into(), s("Invoice"));
    put_raw(&platform, stranger.clone()).await;
    let report = platform.delete_each(|_: &Order| true).await.unwrap();
    assert_eq!((report.matched, report.written), (4, 4));
    assert!(stored(&platform).await.contains(&stranger));
}
