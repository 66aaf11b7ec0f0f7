//! Settings of single calls.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use aws_sdk_dynamodb::config::{Builder, retry::RetryConfig, timeout::TimeoutConfig};
use keywright::{Error, ErrorKind, Outcome, monitor::Monitor};
use keywright_local::{Failure, Faults, Latency, Rule};

use super::design::*;
use crate::support::interceptor::Interceptor;

/// Returns settings for one attempt per call.
fn once() -> Builder {
    Builder::new().retry_config(RetryConfig::standard().with_max_attempts(1))
}

fn within(limit: Duration) -> Builder {
    Builder::new().timeout_config(TimeoutConfig::builder().operation_timeout(limit).build())
}

fn kind<O>(answer: Result<O, Error>) -> Option<ErrorKind> {
    answer.err().map(|error| error.kind())
}

#[tokio::test(start_paused = true)]
async fn retry_settings_apply_to_one_handle() {
    let (local, shop) = shop().await;
    let first = |failure: Failure| local.set_faults(Faults::seeded(1).rule(Rule::all().first(1).fail(failure)));
    let failures = [
        (Failure::Throttled(throttle()), ErrorKind::Throttled),
        (Failure::InternalServerError { carried_out: false }, ErrorKind::Service),
    ];
    let of_handle = shop.with_config(once());
    for (failure, expected) in failures {
        for hasty in
            [&of_handle, &of_handle.clone().max_in_flight(9), &shop.clone().hedge_reads(0.05).with_config(once())]
        {
            first(failure.clone());
            assert_eq!(kind(hasty.get(ann(1)).await), Some(expected));
            first(failure.clone());
            assert_eq!(kind(hasty.put(&order(1)).await), Some(expected));
            first(failure.clone());
            assert_eq!(kind(Order::by_clerk(secret("bob")).send(hasty).await), Some(expected));
            first(failure.clone());
            assert_eq!(hasty.batch_put(&[order(1)]).await.unwrap().leftovers.len(), 1);
        }
        first(failure.clone());
        assert_eq!(kind(shop.get(ann(1)).await), None);
        first(failure.clone());
        assert_eq!(kind(shop.put(&order(1)).await), None);
    }
}

#[tokio::test(start_paused = true)]
async fn timeout_settings_apply_to_one_handle() {
    let (local, shop) = shop().await;
    local.set_faults(Faults::seeded(1).rule(Rule::all().latency(Latency::constant(Duration::from_secs(2)))));
    let quick = shop.with_config(within(Duration::from_secs(1)));
    let begun = tokio::time::Instant::now();
    let error = quick.put(&order(1)).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Service, Outcome::Unknown));
    assert_eq!(kind(quick.get(ann(1)).await), Some(ErrorKind::Service));
    assert!(begun.elapsed() < Duration::from_secs(9), "{:?}", begun.elapsed());
    assert!(shop.get(ann(1)).await.unwrap().is_some());

    // It bounds all attempts together.
    local.set_faults(Faults::seeded(1).rule(Rule::all().fail(Failure::Throttled(throttle()))));
    let begun = tokio::time::Instant::now();
    assert_eq!(kind(quick.get(ann(1)).await), Some(ErrorKind::Throttled));
    assert!(begun.elapsed() <= Duration::from_millis(1_100), "{:?}", begun.elapsed());
}

/// Returns an interceptor, and the number of requests that it has seen.
fn counting() -> (Interceptor, Arc<AtomicUsize>) {
    let sent = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&sent);
    let interceptor = Interceptor::of_requests(move |_| {
        counter.fetch_add(1, Ordering::SeqCst);
    });
    (interceptor, sent)
}

#[tokio::test]
async fn interceptors_see_all_requests_of_the_handle() {
    let (local, shop) = shop().await;
    let (interceptor, sent) = counting();
    let seen = shop.with_config(Builder::new().interceptor(interceptor));
    shop.get(ann(1)).await.unwrap();
    assert_eq!(sent.load(Ordering::SeqCst), 0);
    local.clear_operations();
    seen.get(ann(1)).await.unwrap();
    seen.put(&order(1)).await.unwrap();
    assert!(seen.batch_put(&[order(2)]).await.unwrap().is_complete());
    seen.batch_get([ann(1)]).await.unwrap();
    seen.update(ann(1)).add(Order::TOTAL, 1).await.unwrap();
    seen.increment(Clicks::clicks(secret("home")), 1).await.unwrap();
    seen.transaction().delete(ann(2)).await.unwrap();
    seen.transaction_get([ann(1)]).await.unwrap();
    Visit::query(secret("home")).send(&seen).await.unwrap();
    seen.scan::<Order>().await.unwrap();
    seen.delete(ann(1)).await.unwrap();
    seen.ensure_table().await.unwrap();
    assert_eq!(sent.load(Ordering::SeqCst), local.operations().len());
    assert_eq!(local.operations().len(), 15);
    // The last settings apply.
    seen.with_config(once()).get(ann(3)).await.unwrap();
    assert_eq!(sent.load(Ordering::SeqCst), 15);
}

#[tokio::test]
async fn with_config_keeps_the_handles_settings() {
    let (_local, shop) = shop().await;
    let quick = shop.clone().monitor(&Monitor::new()).with_config(once());
    let params = format!("{:?}", quick.put(&order(1)).params().unwrap());
    assert!(params.contains("return_consumed_capacity: Some(Indexes)"), "the monitor wants to know: {params}");
    let closed = shop.max_in_flight(0).with_config(once());
    assert_eq!(kind(closed.get(ann(1)).await), Some(ErrorKind::InvalidArgument), "the settings hold");
}

#[tokio::test]
async fn extreme_settings_are_handled() {
    let (local, shop) = shop().await;
    local.set_faults(Faults::seeded(1).rule(Rule::all().latency(Latency::constant(Duration::from_millis(50)))));
    let error = shop.with_config(within(Duration::ZERO)).put(&order(1)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Service, "{error}");
    local.clear_faults();
    for settings in [
        within(Duration::MAX),
        Builder::new(),
        Builder::new().retry_config(RetryConfig::adaptive().with_max_attempts(0)),
        Builder::new().timeout_config(TimeoutConfig::disabled()),
    ] {
        let handle = shop.with_config(settings);
        handle.put(&order(1)).await.unwrap();
        assert!(handle.get(ann(1)).await.unwrap().is_some());
    }
}
