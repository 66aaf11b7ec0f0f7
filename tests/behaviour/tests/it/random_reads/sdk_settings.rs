//! Clients with other settings.

use aws_sdk_dynamodb::{
    Client,
    config::{self, StalledStreamProtectionConfig, retry::RetryConfig, timeout::TimeoutConfig},
};
use chrono::TimeDelta;
use futures_util::TryStreamExt as _;
use keywright::{Error, ErrorKind, Handle, Table as _};
use keywright_local::{Failure, Faults, Latency, Local, Rule, Throttle};

use super::design::*;
use crate::support::random::Random;
use crate::support::time::millis;

const SLOW: &str = "EVENTS#2026-06-22#1";

/// Creates forty events. Those of one lane are read slowly.
async fn with_slow_lane(set: impl FnOnce(config::Builder) -> config::Builder) -> (Local, Handle<Mixed>) {
    let local = Local::builder().answer_inline().start();
    let mixed = Mixed::open(local.client(), "mixed");
    mixed.create_table().await.unwrap();
    for n in 0..40 {
        let at = start() + TimeDelta::hours(i64::from(n));
        mixed.put(&Event { at, filler: String::new(), ..event(n, &mut Random(u64::from(n))) }).await.unwrap();
    }
    let usual = Rule::all().latency(Latency::constant(millis(5)));
    let slow = Rule::all().lane(SLOW).latency(Latency::constant(millis(5_000)));
    local.set_faults(Faults::seeded(1).rule(usual).rule(slow));
    let handle = Mixed::open(Client::from_conf(set(local.config()).build()), "mixed");
    (local, handle)
}

macro_rules! days {
    () => {
        Event::query().between(start()..start() + TimeDelta::days(2))
    };
}

fn names_the_slow_lane(error: &Error, kind: ErrorKind) {
    println!("{error}");
    assert_eq!(error.kind(), kind, "{error}");
    assert_eq!((error.entity(), error.key()), (Some("Event"), Some(SLOW)), "{error}");
    let text = error.to_string();
    assert!(["Event", SLOW, "mixed", ";"].iter().all(|part| text.contains(part)), "{text}");
}

#[tokio::test(start_paused = true)]
async fn timeouts_name_the_slow_lane() {
    let operation = TimeoutConfig::builder().operation_timeout(millis(300)).build();
    let attempt = TimeoutConfig::builder().operation_attempt_timeout(millis(100)).build();
    for (timeouts, most) in [(operation, 301), (attempt, 500)] {
        for hedges in [false, true] {
            let (_local, mixed) = with_slow_lane(|config| config.timeout_config(timeouts.clone())).await;
            let mixed = if hedges { mixed.hedge_reads(1.0) } else { mixed };
            let start = tokio::time::Instant::now();
            let error = days!().send(&mixed).await.unwrap_err();
            assert!(start.elapsed() <= millis(most), "{:?}", start.elapsed());
            names_the_slow_lane(&error, ErrorKind::Service);
            let error = days!().stream(&mixed).try_collect::<Vec<_>>().await.unwrap_err();
            names_the_slow_lane(&error, ErrorKind::Service);
            let error = days!().count(&mixed).await.unwrap_err();
            names_the_slow_lane(&error, ErrorKind::Service);
            let page = days!().send(&mixed).partial().await.unwrap();
            // The time-out of the call also ends the lanes that would be read after the slow one.
            assert!(page.failed.len() == 1 || most == 301, "{:?}", page.failed);
            let slow = page.failed.iter().find(|lane| lane.partition_key.to_string() == SLOW).unwrap();
            names_the_slow_lane(&slow.error, ErrorKind::Service);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn with_one_attempt_a_lane_fails_at_once() {
    for retries in [RetryConfig::disabled(), RetryConfig::standard().with_max_attempts(1)] {
        let (local, mixed) = with_slow_lane(|config| config.retry_config(retries)).await;
        for (failure, kind) in [
            (Failure::Throttled(Throttle::provisioned_throughput_exceeded()), ErrorKind::Throttled),
            (Failure::InternalServerError { carried_out: false }, ErrorKind::Service),
            (Failure::Disconnected { carried_out: false }, ErrorKind::Service),
        ] {
            local.set_faults(Faults::seeded(1).rule(Rule::all().lane(SLOW).fail(failure)));
            names_the_slow_lane(&days!().send(&mixed).await.unwrap_err(), kind);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn clients_without_timers_or_with_all_protections_can_read() {
    let (local, mixed) = with_slow_lane(|mut config| {
        config.set_sleep_impl(None);
        config.retry_config(RetryConfig::disabled()).timeout_config(TimeoutConfig::disabled())
    })
    .await;
    assert_eq!(days!().send(&mixed).await.unwrap().items.len(), 40);
    let mixed = mixed.hedge_reads(1.0).max_in_flight(3);
    let throttle = Failure::Throttled(Throttle::provisioned_throughput_exceeded());
    local.set_faults(Faults::seeded(1).rule(Rule::all().lane(SLOW).fail(throttle)));
    names_the_slow_lane(&days!().send(&mixed).await.unwrap_err(), ErrorKind::Throttled);

    let (_local, mixed) = with_slow_lane(|config| {
        let protection = StalledStreamProtectionConfig::enabled().grace_period(millis(100)).build();
        config.stalled_stream_protection(protection)
    })
    .await;
    let mut stream = days!().items_per_request(1).stream(&mixed);
    let mut seen = 0;
    while let Some(_event) = stream.try_next().await.unwrap() {
        tokio::time::sleep(millis(30_000)).await;
        seen += 1;
    }
    assert_eq!(seen, 40);
}

#[tokio::test(start_paused = true)]
async fn sdk_client_can_be_used_alongside_keywright() {
    let (local, mixed) = with_slow_lane(|config| config).await;
    let client = mixed.client().clone();
    let throttle = Failure::Throttled(Throttle::provisioned_throughput_exceeded());
    local.set_faults(Faults::seeded(1).rule(Rule::all().probability(0.2).unwrap().fail(throttle)));
    let beside = async {
        for _ in 0..20 {
            client.scan().table_name("mixed").send().await.unwrap();
        }
    };
    let ((), page) = tokio::join!(beside, days!().send(&mixed).into_future());
    assert_eq!(page.unwrap().items.len(), 40);
}

#[tokio::test(start_paused = true)]
async fn stats_match_the_engines_requests() {
    for seed in 0..3 {
        let (local, mixed) = with_slow_lane(|config| config).await;
        let mixed = match seed % 3 {
            0 => mixed,
            1 => mixed.hedge_reads(0.5).max_in_flight(7),
            _ => mixed.max_in_flight(1_000).hedge_reads(1.0),
        };
        for warm in 0..20 {
            mixed.get(Event::key(start(), "u", warm)).await.unwrap();
            days!().limit(3).send(&mixed).await.unwrap();
        }
        for turn in 0..8 {
            local.set_faults(super::faults::faults(seed * 100 + turn));
            local.clear_operations();
            let page = days!().send(&mixed).await.unwrap();
            let seen = local.operations().len();
            let hedges = page.stats.hedges;
            assert_eq!(page.items.len(), 40);
            assert!(page.stats.requests >= seen && page.stats.requests <= seen + hedges, "{:?} {seen}", page.stats);
            if hedges == 0 {
                assert_eq!(page.stats.requests, seen, "{:?}", page.stats);
            }
        }
    }
}
