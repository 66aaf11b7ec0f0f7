//! Failed reads are retried, and only the parts that failed.

use aws_sdk_dynamodb::config::{retry::RetryConfig, timeout::TimeoutConfig};
use futures_util::future::join_all;
use keywright::{ErrorKind, Outcome, Table as _};
use tokio::time::Instant;

use super::design::*;
use super::wire::{Fate, Wire};

#[tokio::test(start_paused = true)]
async fn throttled_key_is_retried_without_delaying_others() {
    let (wire, platform) = made_up(|body, number| {
        let is_hot = body.contains("CUSTOMER#hot");
        (millis(4), if is_hot && number < 50 { THROTTLED } else { Fate::Empty })
    });
    let cold: Vec<String> = (0..60).map(|number| format!("cold{number}")).collect();
    let hot = async { platform.get(Order::key("hot", 7_u32)).await };
    let others = async {
        for customer in &cold {
            let start = Instant::now();
            platform.get(Order::key(customer, 7_u32)).await.unwrap();
            assert_eq!(start.elapsed(), millis(4), "{customer}");
        }
    };
    let (hot, ()) = tokio::join!(hot, others);
    assert_eq!(hot.unwrap(), None);
    let hot = wire.requests_with("CUSTOMER#hot");
    assert!((2..=10).contains(&hot), "{hot}");
    assert_eq!(wire.requests(), 60 + hot);
}

#[tokio::test(start_paused = true)]
async fn persistently_throttled_key_fails_and_is_named() {
    let (wire, platform) = made_up(|_, _| (millis(4), THROTTLED));
    let error = platform.get(Order::key("hot", 7_u32)).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Throttled, Outcome::NotApplied));
    assert!(error.key().is_some_and(|key| key.starts_with("CUSTOMER#hot")), "{error}");
    assert_eq!(wire.requests(), 10);
}

#[tokio::test(start_paused = true)]
async fn all_reads_of_a_hot_key_share_one_rate() {
    let (wire, platform) = made_up(|_, number| (millis(1), if number <= 10 { THROTTLED } else { Fate::Empty }));
    platform.get(Order::key("hot", 7_u32)).await.unwrap_err();
    let clone = platform.clone();
    let start = Instant::now();
    let reads = (0..5_u32).map(|id| platform.get(Order::key("hot", id)).into_future());
    let more = (5..10_u32).map(|id| clone.get(Order::key("hot", id)).into_future());
    join_all(reads.chain(more)).await.into_iter().for_each(|answer| assert_eq!(answer.unwrap(), None));
    // From one per second on, each success adds one per second: 1 + 1 + 1/2 + .. + 1/9 s.
    let took = start.elapsed();
    assert!(took > millis(3_000) && took < millis(4_200), "{took:?}");
    assert_eq!(wire.requests(), 20);
    let start = Instant::now();
    clone.get(Order::key("cold", 7_u32)).await.unwrap();
    assert_eq!(start.elapsed(), millis(1));
}

#[tokio::test(start_paused = true)]
async fn operation_timeout_bounds_all_retries() {
    let wire = Wire::new(None, |_, _| (millis(200), THROTTLED));
    let timeouts = TimeoutConfig::builder().operation_timeout(millis(500)).build();
    let config = keywright_local::Local::start().config().http_client(wire.clone()).timeout_config(timeouts);
    let platform = Platform::open(aws_sdk_dynamodb::Client::from_conf(config.build()), "platform");
    let start = Instant::now();
    let error = platform.get(Order::key("hot", 7_u32)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Throttled);
    assert!(start.elapsed() <= millis(500), "{:?}", start.elapsed());
}

#[tokio::test]
async fn transient_failures_are_retried_until_success() {
    for fate in [Fate::Lost, Fate::Refused(500, "InternalServerError"), Fate::Refused(503, "ServiceUnavailable")] {
        let (_local, wire, platform) = real(RetryConfig::standard(), move |body, number| {
            (millis(0), if body.contains("Item") || number > 3 { Fate::Passes } else { fate })
        })
        .await;
        platform.put(&order("ann")).await.unwrap();
        assert_eq!(platform.get(Order::key("ann", 7_u32)).await.unwrap(), Some(order("ann")), "{fate:?}");
        assert_eq!(wire.requests(), 4);
    }
}

#[tokio::test]
async fn with_one_attempt_nothing_is_retried() {
    for fate in [Fate::Lost, Fate::Refused(500, "InternalServerError"), THROTTLED] {
        let (_local, wire, platform) = real(RetryConfig::disabled(), move |_, _| (millis(0), fate)).await;
        platform.get(Order::key("ann", 7_u32)).await.unwrap_err();
        assert_eq!(wire.requests(), 1, "{fate:?}");
    }
}

#[tokio::test]
async fn find_is_complete_despite_throttling() {
    let (local, _wire, platform) = real(RetryConfig::standard(), |body, number| {
        (millis(0), if body.contains("RequestItems") && number % 2 == 1 { THROTTLED } else { Fate::Passes })
    })
    .await;
    let call = Call { line: "1".into(), id: "a".into() };
    let undisturbed = Platform::open(local.client(), "platform");
    undisturbed.put(&call).await.unwrap();
    let found = Call::find("1", "a").send(&platform).await.unwrap();
    assert_eq!(found.into_iter().map(|found| found.item).collect::<Vec<_>>(), [call]);
}

#[tokio::test]
async fn failed_find_names_a_key() {
    for fate in [Fate::Lost, Fate::Refused(500, "InternalServerError"), THROTTLED] {
        let (_local, _wire, platform) = real(RetryConfig::disabled(), move |_, _| (millis(0), fate)).await;
        let error = Call::find("1", "a").send(&platform).await.unwrap_err();
        assert_eq!((error.entity(), error.key()), (Some("Call"), Some("CALL#1#0 / CALL#a")), "{error}");
        assert!(error.to_string().contains("; "), "no fix: {error}");
    }
}
