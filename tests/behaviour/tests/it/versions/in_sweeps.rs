//! Versions of items in sweeps that update or delete them.

use keywright::{Entity, ErrorKind, Projection};
use serde::Deserialize;

use super::design::*;

fn numbered(id: u32, total: u32, version: u64) -> Order {
    Order { id: format!("o-{id}"), ..order(total, version) }
}

#[tokio::test]
async fn each_change_increments_the_version() {
    let (_local, platform) = platform().await;
    for id in 0..4 {
        platform.put(&numbered(id, id, 0)).await.unwrap();
    }
    // A change of the version by the function is ignored.
    let raise = |order: Order| (order.total < 2).then(|| Order { total: order.total + 10, version: 77, ..order });
    let report = platform.update_each(raise).await.unwrap();
    assert_eq!((report.written, report.skipped, report.failures), (2, 2, 0));
    for (id, total, version) in [(0, 10, 2), (1, 11, 2), (2, 2, 1), (3, 3, 1)] {
        let found = platform.get(Order::key(format!("o-{id}"))).await.unwrap();
        assert_eq!(found, Some(numbered(id, total, version)));
    }
    let error = platform.put(&numbered(0, 5, 1)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::VersionConflict);
}

#[tokio::test]
async fn unchanged_item_keeps_its_version() {
    let (_local, platform) = platform().await;
    platform.put(&order(1, 0)).await.unwrap();
    let report = platform.update_each(|order: Order| Some(Order { version: 0, ..order })).await.unwrap();
    assert_eq!((report.written, report.unchanged), (0, 1));
    assert_eq!(stored(&platform).await, Some(order(1, 1)));
}

#[tokio::test]
async fn changed_older_item_gets_version_1() {
    let (_local, platform) = platform().await;
    let item = [("PK", s("ORDER#o-1")), ("SK", s("ORDER")), ("_et", s("Order")), ("id", s("o-1")), ("total", n(1))];
    put_item(&platform, &item).await;
    let same = platform.update_each(|order: Order| Some(order)).await.unwrap();
    assert_eq!((same.written, same.unchanged), (0, 1));
    assert!(!items(&platform).await[0].contains_key("version"));
    let report = platform.update_each(|order: Order| Some(Order { total: 2, ..order })).await.unwrap();
    assert_eq!((report.written, report.failures), (1, 0));
    assert_eq!(items(&platform).await[0]["version"], n(1));
}

#[tokio::test]
async fn backfill_keeps_the_version() {
    let (_local, platform) = platform().await;
    for version in [None, Some(3)] {
        let mut item = vec![("PK", s("ORDER#o-1")), ("SK", s("ORDER")), ("id", s("o-1")), ("total", n(1))];
        item.extend(version.map(|version| ("version", n(version))));
        put_item(&platform, &item).await;
        assert_eq!(platform.backfill::<Order>().await.unwrap().written, 1);
        let items = items(&platform).await;
        assert_eq!((items[0].get("version"), &items[0]["_et"]), (version.map(n).as_ref(), &s("Order")));
    }
}

#[tokio::test]
async fn change_at_the_maximum_version_is_reported() {
    let (_local, platform) = platform().await;
    let greatest = [
        ("PK", s("ORDER#o-1")),
        ("SK", s("ORDER")),
        ("_et", s("Order")),
        ("id", s("o-1")),
        ("total", n(1)),
        ("version", n(u64::MAX)),
    ];
    put_item(&platform, &greatest).await;
    let report = platform.update_each(|order: Order| Some(Order { total: 2, ..order })).await.unwrap();
    assert_eq!((report.written, report.failures), (0, 1));
    assert_eq!(report.failed[0].error.kind(), ErrorKind::OutOfRange);
}

#[tokio::test]
async fn concurrently_changed_item_is_passed_to_the_function_again() {
    let (_local, platform) = platform().await;
    platform.put(&order(1, 0)).await.unwrap();
    let (other, mut seen) = (platform.clone(), Vec::new());
    let update = |found: Order| {
        seen.push(found.version);
        if seen.len() == 1 {
            // Another writer, between the read and the write.
            std::thread::scope(|threads| {
                let write = || {
                    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
                    runtime.block_on(async { other.put(&order(5, 1)).await.map(drop) }).unwrap();
                };
                threads.spawn(write).join().unwrap();
            });
        }
        Some(Order { total: found.total + 100, ..found })
    };
    let report = platform.update_each(update).await.unwrap();
    assert_eq!((report.written, report.changed_meanwhile), (1, 1), "{report:?}");
    assert_eq!((seen, stored(&platform).await), (vec![1, 2], Some(order(105, 3))));
}

#[tokio::test]
async fn projection_of_an_older_item_reads_version_0() {
    #[derive(Debug, PartialEq, Projection, Deserialize)]
    #[projection(of = Order)]
    struct Head {
        total: u32,
        version: u64,
    }
    let (_local, platform) = platform().await;
    let item = [("PK", s("ORDER#o-1")), ("SK", s("ORDER")), ("_et", s("Order")), ("id", s("o-1")), ("total", n(1))];
    put_item(&platform, &item).await;
    let head: Option<Head> = platform.get(key()).project().await.unwrap();
    assert_eq!(head, Some(Head { total: 1, version: 0 }));
}

#[tokio::test]
async fn delete_each_deletes_versioned_items() {
    let (_local, platform) = platform().await;
    for id in 0..4 {
        platform.put(&numbered(id, id, 0)).await.unwrap();
    }
    let report = platform.delete_each(|order: &Order| order.total < 3).await.unwrap();
    assert_eq!((report.written, items(&platform).await.len()), (3, 1));
    assert_eq!(Order::from_item(items(&platform).await.remove(0)).unwrap(), numbered(3, 3, 1));
}
