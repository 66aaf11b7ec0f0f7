//! Filters of scans.

use futures_util::TryStreamExt as _;
use keywright::ErrorKind;

use super::design::{Order, order, shop};

#[tokio::test]
async fn scan_filter_returns_only_matching_items() {
    let shop = shop().await;
    let orders: Vec<Order> = (0..40).map(|id| Order { cents: u64::from(id), ..order(id) }).collect();
    assert!(shop.batch_put(&orders).await.unwrap().leftovers.is_empty());
    let dear = || shop.scan::<Order>().segments(4).filter(Order::CENTS.ge(30)).filter(Order::CENTS.ne(35));

    let mut ids: Vec<u32> = dear().stream().map_ok(|order| order.id).try_collect().await.unwrap();
    ids.sort_unstable();
    assert_eq!(ids, [30, 31, 32, 33, 34, 36, 37, 38, 39]);
    assert_eq!(dear().count().await.unwrap().items, 9);

    let page = dear().limit(3).await.unwrap();
    let error = shop.scan::<Order>().segments(4).resume(page.checkpoint.clone()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::CursorForeign, "a checkpoint belongs to its filter");
    let rest: Vec<Order> = dear().resume(page.checkpoint).stream().try_collect().await.unwrap();
    assert_eq!(page.items.len() + rest.len(), 9);
}

#[tokio::test]
async fn filters_on_unprojected_fields_are_rejected() {
    let shop = shop().await;
    assert!(shop.scan::<Order>().index("GSI1").keys().await.is_ok());
    let error = shop.scan::<Order>().index("GSI1").filter(Order::CENTS.gt(1)).keys().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert!(error.to_string().contains("which the index does not contain"), "{error}");
}
