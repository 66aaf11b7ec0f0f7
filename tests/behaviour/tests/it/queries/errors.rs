//! Queries that are invalid or request nothing.

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::StreamExt as _;
use keywright::ErrorKind;

use crate::support::shop::*;

#[tokio::test]
async fn invalid_queries_are_rejected_before_sending() {
    let (local, shop) = shop().await;
    let day = || noon()..noon() + TimeDelta::days(1);
    let years = "2016-01-01T00:00:00Z".parse::<DateTime<Utc>>().unwrap()..noon();
    let query = || Click::query().between(day());
    let cases = [
        (query().limit(0), ErrorKind::InvalidArgument, "`limit(0)`"),
        (query().scan_limit(0), ErrorKind::InvalidArgument, "`scan_limit(0)`"),
        (query().in_flight(0), ErrorKind::InvalidArgument, "`in_flight(0)`"),
        (query().max_lanes(1), ErrorKind::TooManyLanes, "`.max_lanes(2)`"),
        (Click::query().between(..), ErrorKind::UnboundedRange, "retention"),
        (Click::query().between(..noon()), ErrorKind::UnboundedRange, "`.between(from..)`"),
        (Click::query().between(years).max_lanes(365), ErrorKind::TooManyLanes, "shorter range"),
    ];
    for (query, kind, part) in cases {
        let error = query.clone().send(&shop).await.unwrap_err();
        assert_eq!(error.kind(), kind, "{error}");
        assert_message_contains(&error, &["query", "`Click`", part]);
        assert_eq!(query.clone().count(&shop).await.unwrap_err().kind(), kind);
        assert_eq!(query.stream(&shop).next().await.unwrap().unwrap_err().kind(), kind);
    }
    assert_eq!(local.requests(), 0);
}

#[tokio::test]
async fn inverted_range_is_empty() {
    let (local, shop) = shop().await;
    let day = TimeDelta::days(1);
    for page in [
        Click::query().between(noon()..noon() - day).send(&shop).await.unwrap(),
        Click::query().between(noon()..noon()).send(&shop).await.unwrap(),
    ] {
        assert!(page.items.is_empty() && page.cursor.is_none());
    }
    let page = Order::query("s").between(noon()..noon() - day).newest_first().send(&shop).await.unwrap();
    assert!(page.items.is_empty() && page.cursor.is_none());
    assert_eq!(local.requests(), 0);
}

#[tokio::test]
async fn a_stream_ends_at_its_limit_and_can_be_dropped() {
    let (_local, shop) = shop().await;
    let orders: Vec<_> = (0..40).map(|at| order(&format!("o-{at:02}"))).collect();
    assert!(shop.batch_put(&orders).await.unwrap().is_complete());
    let stream = Order::query("s").in_flight(1).stream(&shop);
    let taken = tokio::spawn(async move { stream.take(7).map(|item| item.unwrap().id).collect::<Vec<_>>().await });
    assert_eq!(taken.await.unwrap(), (0..7).map(|at| format!("o-{at:02}")).collect::<Vec<_>>());
    assert_eq!(Order::query("s").limit(9).stream(&shop).count().await, 9);
    assert_eq!(Order::query("s").limit(usize::MAX).stream(&shop).count().await, 40);
    assert_eq!(Order::query("nobody").stream(&shop).count().await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn handle_can_be_used_from_other_tasks_and_threads() {
    let (_local, shop) = shop().await;
    let tasks: Vec<_> = (0..20)
        .map(|at| {
            let shop = shop.clone();
            tokio::spawn(async move {
                shop.put(&order(&format!("o-{at}"))).await?;
                Order::query("s").send(&shop).await
            })
        })
        .collect();
    for task in tasks {
        assert!(!task.await.unwrap().unwrap().items.is_empty());
    }
    let found = std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async { Order::query("s").count(&shop).await.unwrap() })
    });
    assert_eq!(found.join().unwrap().items, 20);
}

/// A partition key for each minute.
mod by_minute {
    use super::*;

    #[derive(keywright::Table)]
    #[entities(Tick)]
    pub struct Ticks;

    #[derive(Debug, keywright::Entity, serde::Serialize, serde::Deserialize)]
    #[entity(table = Ticks)]
    #[pk(template = "TICK#<at:minute>", retention = "1d")]
    #[sk(template = "<at>")]
    #[peak(writes_per_second = 1, item_bytes = 100)]
    pub struct Tick {
        pub at: DateTime<Utc>,
    }
}

#[tokio::test]
async fn planning_is_bounded_for_every_max_lanes() {
    use by_minute::Tick;
    let ever = || "0000-01-01T00:00:00Z".parse::<DateTime<Utc>>().unwrap().."9999-12-31T00:00:00Z".parse().unwrap();
    let began = std::time::Instant::now();
    for query in [Tick::query().between(ever()), Tick::query().between(ever()).newest_first()] {
        let error = query.max_lanes(usize::MAX).explain().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TooManyLanes, "{error}");
        assert_message_contains(&error, &["at least 1000001", "its bound is 1000000", "shorter range"]);
    }
    assert!(began.elapsed() < std::time::Duration::from_secs(20), "{:?}", began.elapsed());
    let year = noon()..noon() + TimeDelta::days(365);
    assert_eq!(Tick::query().between(year).max_lanes(usize::MAX).explain().unwrap().lanes().count(), 365 * 24 * 60);
}
