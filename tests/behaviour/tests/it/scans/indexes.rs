//! Scans of indexes.

use futures_util::{StreamExt as _, TryStreamExt as _};
use keywright::{ErrorKind, client::Checkpoint};
use keywright_local::Local;

use super::design::{Log, Note, Order, filled, ids, requests};

#[tokio::test]
async fn index_scan_returns_the_items_of_the_index() {
    let local = Local::start();
    let platform = filled(&local, 60).await;
    let in_it: Vec<u32> = (0..60).filter(|id| id % 5 != 0).collect();
    for segments in [1, 3, 8] {
        let orders: Vec<Order> = platform.scan().index("GSI1").segments(segments).stream().try_collect().await.unwrap();
        assert_eq!(ids(&orders), in_it, "{segments}");
        let logs = platform.scan::<Log>().index("GSI1").segments(segments).count().await.unwrap();
        assert_eq!(logs.items, 30);
    }
    assert!(local.operations().iter().all(|asked| asked.index.as_deref() == Some("GSI1")));
}

#[tokio::test]
async fn pages_are_exact_with_many_items_of_one_key() {
    let local = Local::start();
    let platform = filled(&local, 60).await;
    for (segments, limit) in [(1, 1), (2, 7), (4, 13)] {
        let (mut checkpoint, mut orders) = (None::<Checkpoint>, Vec::new());
        loop {
            let scan = platform.scan::<Order>().index("GSI1").segments(segments);
            let page = scan.limit(limit).resume(checkpoint).await.unwrap();
            orders.extend(page.items);
            match page.checkpoint {
                Some(next) => checkpoint = Some(next.to_string().parse().unwrap()),
                None => break,
            }
        }
        let in_it: Vec<u32> = (0..60).filter(|id| id % 5 != 0).collect();
        assert_eq!(ids(&orders), in_it, "{segments} {limit}");
    }
}

#[tokio::test]
async fn checkpoints_are_exact_among_items_of_one_key() {
    let local = Local::start();
    let platform = filled(&local, 60).await;
    // All items that are read are returned, so a page ends at DynamoDB's own end key.
    let page = platform.scan::<Order>().index("GSI1").segments(4).limit(7).await.unwrap();
    assert_eq!(page.items.len(), 7);
    let key = |item: &Order| format!("{:?}", (item.product.clone(), item.id));
    for taken in 0..=48 {
        let scan = || platform.scan::<Order>().index("GSI1").items_per_request(9);
        let mut stream = scan().segments(2).stream();
        let mut orders: Vec<Order> = stream.by_ref().take(taken).try_collect().await.unwrap();
        let rest = scan().resume(stream.checkpoint()).stream();
        orders.extend(rest.try_collect::<Vec<_>>().await.unwrap());
        let twice = orders.len() - 48;
        orders.sort_by_key(key);
        orders.dedup();
        assert_eq!(orders.len(), 48, "nothing is lost after {taken}");
        assert!(twice < 2 * 9, "what a page of each segment holds comes twice at most: {twice}");
    }
}

#[tokio::test]
async fn keys_only_index_returns_keys() {
    let local = Local::start();
    let platform = filled(&local, 30).await;
    let keys: Vec<_> = platform.scan::<Order>().index("GSI2").segments(2).keys().stream().try_collect().await.unwrap();
    assert_eq!(keys.len(), 30);
    for key in keys {
        assert!(platform.get(key).await.unwrap().is_some());
    }
    assert_eq!(platform.scan::<Order>().index("GSI2").count().await.unwrap().items, 30);
    let error = platform.scan::<Order>().index("GSI2").await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert!(error.to_string().contains("KW015") && error.to_string().contains(".keys()"), "{error}");
    // An audit sees the stored attributes.
    let items = platform.scan_items().index("GSI2").await.unwrap().items;
    assert!(items.len() == 30 && items.iter().all(|item| item.len() == 4), "{items:?}");
}

#[tokio::test]
async fn undeclared_or_unwritten_index_is_rejected() {
    let local = Local::start();
    let platform = filled(&local, 2).await;
    let error = platform.scan::<Order>().index("GSI9").await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert!(error.to_string().contains("`GSI1`, `GSI2`"), "{error}");
    let error = platform.scan::<Note>().index("GSI1").count().await.unwrap_err();
    assert!(error.to_string().contains("`Note` writes nothing into the index `GSI1`"), "{error}");
    let error = platform.scan::<Order>().index("GSI1").consistent().await.unwrap_err();
    assert!(error.to_string().contains("KW016"), "{error}");
    assert_eq!(requests(&local, "Scan"), 0);
}
