//! The parts to return can be set before or after the other settings of a query.

use std::fmt::Debug;

use futures_util::TryStreamExt as _;
use keywright::read::{Cursor, Page};

use super::design::*;

/// Formats a page without regard to the order of the settings.
async fn shown<O: Debug>(page: impl Future<Output = keywright::Result<Page<O>>>) -> String {
    let page = page.await.unwrap();
    let cursor = page.cursor.as_ref().map(ToString::to_string);
    format!("{:?} {cursor:?} {:?}", page.items, page.stats)
}

/// Checks that every setting gives the same page before and after every adapter of a query.
macro_rules! both_orders {
    ($query:ident, $shop:ident: $($setting:ident($($argument:expr),*)),+ $(,)?) => {$(
        both_orders!(@one $query, $shop, $setting($($argument),*), located());
        both_orders!(@one $query, $shop, $setting($($argument),*), keys());
        both_orders!(@one $query, $shop, $setting($($argument),*), project::<OrderTotal>());
        both_orders!(@one $query, $shop, $setting($($argument),*), hydrate());
    )+};
    (@one $query:ident, $shop:ident, $setting:ident($($argument:expr),*), $($adapter:tt)+) => {
        let before = shown($query().$setting($($argument),*).$($adapter)+.send(&$shop).into_future()).await;
        let behind = shown($query().$($adapter)+.$setting($($argument),*).send(&$shop).into_future()).await;
        assert_eq!(before, behind, "{} and {}", stringify!($setting), stringify!($($adapter)+));
        let plain = shown($query().$($adapter)+.send(&$shop).into_future()).await;
        let changes = !["oldest_first", "in_flight", "prefetch", "max_lanes", "include_expired"]
            .contains(&stringify!($setting));
        assert_eq!(before != plain, changes, "{} and {}", stringify!($setting), stringify!($($adapter)+));
    };
}

#[tokio::test]
async fn settings_work_before_and_after_the_adapter() {
    let (_local, shop) = with_orders(9).await;
    let query = || Order::by_status(Status::Open);
    let cursor: Option<Cursor> = query().limit(4).send(&shop).await.unwrap().cursor;
    both_orders!(query, shop:
        limit(3),
        scan_limit(4),
        items_per_request(2),
        newest_first(),
        oldest_first(),
        filter(Order::TOTAL.ge(50_u64)),
        cursor(cursor.clone()),
        in_flight(1),
        prefetch(3),
        max_lanes(7),
        include_expired(),
    );
}

#[tokio::test]
async fn settings_work_on_both_sides_together() {
    let (_local, shop) = with_orders(9).await;
    let query = || Order::by_status(Status::Open);
    let keys = query().keys().newest_first().filter(Order::TOTAL.lt(70_u64)).limit(2);
    let page = keys.clone().send(&shop).await.unwrap();
    assert_eq!(page.items, [6, 5].map(|id| key(&order(id))));
    let next = keys.cursor(page.cursor).send(&shop).await.unwrap();
    assert_eq!(next.items, [4, 3].map(|id| key(&order(id))));
    let located = Order::query("ann").located().limit(2).consistent();
    let found: Vec<_> = located.clone().stream(&shop).try_collect().await.unwrap();
    assert_eq!(found.into_iter().map(|found| found.item).collect::<Vec<_>>(), [1, 2].map(order));
    assert_eq!(located.send(&shop).params().unwrap()[0].consistent_read(), Some(true));
    let explained = query().project::<OrderTotal>().newest_first().explain().unwrap().to_string();
    assert_eq!(explained, query().newest_first().explain().unwrap().to_string());
    let parts: Vec<_> =
        query().project::<OrderTotal>().filter(Order::ID.ge(8_u32)).stream(&shop).try_collect().await.unwrap();
    assert_eq!(parts, [8, 9].map(total));
}

#[tokio::test]
async fn zero_settings_are_rejected_on_either_side() {
    let (local, shop) = with_orders(2).await;
    let query = || Order::by_status(Status::Open);
    let refused = [
        query().keys().limit(0).send(&shop).await.unwrap_err(),
        query().limit(0).keys().send(&shop).await.unwrap_err(),
        query().located().in_flight(0).send(&shop).await.unwrap_err(),
        query().located().max_lanes(0).explain().unwrap_err(),
        query().project::<OrderTotal>().items_per_request(0).send(&shop).await.unwrap_err(),
        query().hydrate().scan_limit(0).send(&shop).await.unwrap_err(),
        query().hydrate().limit(0).send(&shop).partial().await.unwrap_err(),
        query().hydrate().limit(0).stream(&shop).try_next().await.unwrap_err(),
        query().hydrate().scan_limit(3).stream(&shop).try_next().await.unwrap_err(),
        query().keys().scan_limit(3).stream(&shop).try_next().await.unwrap_err(),
        // The index cannot filter by attributes that it lacks.
        Order::by_clerk("bob").hydrate().filter(Order::TOTAL.ge(1_u64)).send(&shop).await.unwrap_err(),
    ];
    for error in refused {
        assert_eq!(error.kind(), keywright::ErrorKind::InvalidArgument, "{error}");
    }
    assert_eq!(local.requests(), 0);
}

#[tokio::test]
async fn every_adapter_rejects_cursors_of_other_queries() {
    let (local, shop) = with_orders(3).await;
    let cursor = Order::by_clerk("bob").keys().limit(1).send(&shop).await.unwrap().cursor;
    assert!(cursor.is_some());
    local.clear_operations();
    let query = || Order::by_status(Status::Open);
    let foreign = [
        query().located().cursor(cursor.clone()).send(&shop).await.unwrap_err(),
        query().keys().cursor(cursor.clone()).send(&shop).partial().await.unwrap_err(),
        query().project::<OrderTotal>().cursor(cursor.clone()).stream(&shop).try_next().await.unwrap_err(),
        query().hydrate().cursor(cursor.clone()).send(&shop).await.unwrap_err(),
        query().hydrate().cursor(cursor.clone()).send(&shop).partial().await.unwrap_err(),
        query().hydrate().cursor(cursor).stream(&shop).try_next().await.unwrap_err(),
    ];
    for error in foreign {
        assert_eq!(error.kind(), keywright::ErrorKind::CursorForeign, "{error}");
    }
    // A cursor is bound to the order, which can be set before or after the adapter.
    let cursor = query().newest_first().keys().limit(1).send(&shop).await.unwrap().cursor;
    local.clear_operations();
    let error = query().keys().cursor(cursor.clone()).send(&shop).await.unwrap_err();
    assert_eq!((error.kind(), local.requests()), (keywright::ErrorKind::CursorForeign, 0));
    let rest = query().keys().newest_first().cursor(cursor).send(&shop).await.unwrap();
    assert_eq!(rest.items, [2, 1].map(|id| key(&order(id))));
}
