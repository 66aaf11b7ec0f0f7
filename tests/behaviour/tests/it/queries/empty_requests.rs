//! Reads that request nothing, or have contradictory settings.

use chrono::TimeDelta;
use futures_util::StreamExt as _;
use keywright::{Error, ErrorKind};

use crate::support::shop::*;

#[tokio::test]
async fn zero_settings_are_rejected_by_name() {
    let (local, shop) = shop().await;
    let query = || Click::query().between(noon()..noon() + TimeDelta::days(1));
    for (query, knob) in [
        (query().limit(0), "limit(0)"),
        (query().scan_limit(0), "scan_limit(0)"),
        (query().items_per_request(0), "items_per_request(0)"),
        (query().in_flight(0), "in_flight(0)"),
        (query().max_lanes(0), "max_lanes(0)"),
    ] {
        let errors: [Error; 8] = [
            query.explain().map(drop).unwrap_err(),
            query.clone().send(&shop).await.map(drop).unwrap_err(),
            query.clone().send(&shop).partial().await.map(drop).unwrap_err(),
            query.clone().send(&shop).params().map(drop).unwrap_err(),
            query.clone().located().send(&shop).await.map(drop).unwrap_err(),
            query.clone().keys().stream(&shop).next().await.unwrap().map(drop).unwrap_err(),
            query.clone().stream(&shop).next().await.unwrap().map(drop).unwrap_err(),
            query.clone().count(&shop).await.map(drop).unwrap_err(),
        ];
        for error in errors {
            // A scan limit has no effect on a stream or a count anyway.
            assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{error}");
            assert!(error.to_string().contains("`Click`") && error.to_string().contains("; "), "{error}");
            assert!(knob == "scan_limit(0)" || error.to_string().contains(&format!("`{knob}` reads nothing")));
        }
    }
    // Prefetching nothing is a valid choice.
    assert!(query().prefetch(0).send(&shop).await.is_ok());
    assert_eq!(local.requests(), 1 + 1);
}

#[tokio::test]
async fn scan_limit_is_rejected_for_counts_and_streams() {
    let (local, shop) = shop().await;
    let query = || Order::query("s").scan_limit(10);
    let mut stream = query().stream(&shop);
    let of_stream = stream.next().await.unwrap().unwrap_err();
    assert!(stream.next().await.is_none());
    for error in [
        of_stream,
        query().count(&shop).await.unwrap_err(),
        query().located().stream(&shop).next().await.unwrap().map(drop).unwrap_err(),
        query().keys().stream(&shop).next().await.unwrap().map(drop).unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        assert_message_contains(&error, &["`Order`", "`scan_limit`", "leave it out"]);
    }
    assert_eq!(local.requests(), 0);
}

#[tokio::test]
async fn inverted_range_is_empty_without_a_request() {
    let (local, shop) = shop().await;
    let day = TimeDelta::days(1);
    for range in [noon()..noon() - day, noon()..noon(), noon()..noon() - TimeDelta::days(36_500)] {
        let query = || Click::query().between(range.clone()).newest_first();
        let page = query().send(&shop).await.unwrap();
        assert!(page.items.is_empty() && page.cursor.is_none());
        assert_eq!((page.stats.requests, page.stats.lanes, page.stats.rounds), (0, 0, 0));
        let partial = query().limit(1).send(&shop).partial().await.unwrap();
        assert!(partial.items.is_empty() && partial.failed.is_empty() && partial.cursor.is_none());
        assert!(query().stream(&shop).next().await.is_none());
        assert_eq!(query().count(&shop).await.unwrap().items, 0);
        assert!(query().located().send(&shop).await.unwrap().items.is_empty());
        assert!(query().keys().send(&shop).await.unwrap().items.is_empty());
        assert!(query().send(&shop).params().unwrap().is_empty());
        assert_eq!(query().explain().unwrap().lanes().count(), 0);
        let clerk = Order::by_clerk("ann").between(range.clone()).send(&shop).await.unwrap();
        assert!(clerk.items.is_empty() && clerk.cursor.is_none());
    }
    #[allow(clippy::reversed_empty_ranges, reason = "that is what is tested")]
    for range in [9..9, 9..3, i64::MAX..i64::MIN] {
        assert_eq!(Count::query(1).between(range).count(&shop).await.unwrap().items, 0);
    }
    assert_eq!(local.requests(), 0);
}

#[tokio::test]
async fn huge_limits_are_accepted() {
    let (_local, shop) = shop().await;
    let orders: Vec<Order> = (0..7).map(|number| order(&format!("o-{number}"))).collect();
    assert!(shop.batch_put(&orders).await.unwrap().is_complete());
    for huge in [i32::MAX as usize, i32::MAX as usize + 1, usize::MAX] {
        let query =
            || Order::query("s").limit(huge).prefetch(huge).in_flight(huge).max_lanes(huge).items_per_request(huge);
        assert_eq!(query().send(&shop).await.unwrap().items, orders);
        assert_eq!(query().scan_limit(huge).send(&shop).await.unwrap().items, orders);
        assert_eq!(query().stream(&shop).count().await, 7);
        assert_eq!(query().count(&shop).await.unwrap().items, 7);
        let days = || Click::query().between(noon()..noon() + TimeDelta::days(30));
        let page = days().limit(huge).prefetch(huge).scan_limit(huge).send(&shop).await.unwrap();
        assert!(page.items.is_empty() && page.cursor.is_none());
        assert_eq!(days().prefetch(huge).stream(&shop).count().await, 0);
    }
}
