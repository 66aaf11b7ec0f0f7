//! Keys that are throttled.

use std::sync::{Arc, Mutex};

use aws_sdk_dynamodb::{Client, config::retry::RetryConfig};
use keywright::{
    ErrorKind, Table,
    monitor::{Capacity, Monitor},
};
use keywright_local::{Failure, Faults, Rule, Throttle};

use super::design::*;

#[tokio::test(start_paused = true)]
async fn index_key_throttling_counts_for_the_index_key() {
    let events = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&events);
    let monitor = Monitor::new().write_rate(f64::INFINITY);
    let monitor = monitor.on_event(move |hot| seen.lock().unwrap().push((hot.index, hot.key.clone())));
    let (_local, platform) = platform(&monitor).await;
    // 1,600 units per second of one status, in items of 20, with a tenant for each order.
    let (mut written, mut refused) = (0, 0);
    for id in 0..320 {
        match platform.put(&order(&format!("t{id}"), id, Status::Open, 20_000)).await {
            Ok(_) => written += 1,
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::Throttled);
                refused += 1;
            }
        }
        if id % 4 == 3 {
            sleep(50).await;
        }
    }
    assert!(written > 200 && refused > 40, "{written}, {refused}");
    let hot = monitor.snapshot().remove(0);
    assert_eq!((hot.index, hot.key.as_str()), (Some("GSI1"), "STATUS#Open"));
    assert!(is_near(hot.rate, 1_600.0), "{hot}");
    assert!((400.0..800.0).contains(&hot.refused), "{hot}");
    assert!(monitor.snapshot().iter().all(|hot| hot.index.is_some() || hot.refused == 0.0));
    assert_eq!(*events.lock().unwrap(), [(Some("GSI1"), "STATUS#Open".to_owned())]);
}

fn throttled(reason: &str) -> Faults {
    let arn = "arn:aws:dynamodb:us-east-1:1:table/platform";
    let throttle = Throttle::provisioned_throughput_exceeded().reason(reason, arn);
    Faults::seeded(1).rule(Rule::all().lane_prefix("TENANT#acme").fail(Failure::Throttled(throttle)))
}

#[tokio::test(start_paused = true)]
async fn key_is_hot_even_if_all_its_requests_are_throttled() {
    let monitor = Monitor::new();
    let (local, platform) = platform(&monitor).await;
    local.set_faults(throttled("TableReadKeyRangeThroughputExceeded"));
    // Each call waits for its turn. All of them together take less than half a second.
    for _ in 0..4 {
        platform.get(Order::key("acme", 1_u32)).consistent().await.unwrap_err();
    }
    let hot = shown(&monitor, None, Capacity::Read, "TENANT#acme").unwrap();
    assert_eq!((hot.rate / 2.0, hot.refused / 2.0), (4.0, 4.0));
    local.set_faults(throttled("TableWriteKeyRangeThroughputExceeded"));
    platform.put(&order("acme", 1, Status::Open, 3_500)).await.unwrap_err();
    platform.delete(Order::key("acme", 1_u32)).await.unwrap_err();
    let hot = shown(&monitor, None, Capacity::Write, "TENANT#acme").unwrap();
    assert_eq!((hot.rate / 2.0, hot.refused / 2.0), (5.0, 5.0));
    assert_eq!(units(&monitor, Some("GSI1"), Capacity::Write, "STATUS#Open"), 0.0);
}

#[tokio::test(start_paused = true)]
async fn table_and_account_limits_make_no_key_hot() {
    let monitor = Monitor::new();
    let (local, platform) = platform(&monitor).await;
    local.set_faults(throttled("TableReadProvisionedThroughputExceeded"));
    platform.get(Order::key("acme", 1_u32)).await.unwrap_err();
    local.set_faults(throttled("TableWriteAccountLimitExceeded"));
    platform.put(&order("acme", 1, Status::Open, 10)).await.unwrap_err();
    assert!(monitor.snapshot().is_empty());
}

#[tokio::test(start_paused = true)]
async fn every_read_retry_is_counted() {
    let monitor = Monitor::new();
    let (local, platform) = platform(&monitor).await;
    let client = Client::from_conf(local.config().retry_config(RetryConfig::standard()).build());
    let patient = Platform::open(client, "platform").monitor(&monitor);
    platform.put(&order("acme", 1, Status::Open, 10)).await.unwrap();
    let throttle = Throttle::provisioned_throughput_exceeded();
    let rule = Rule::on(["GetItem"]).unwrap().first(2).fail(Failure::Throttled(throttle));
    local.set_faults(Faults::seeded(1).rule(rule));
    assert!(patient.get(Order::key("acme", 1_u32)).await.unwrap().is_some());
    let hot = shown(&monitor, None, Capacity::Read, "TENANT#acme").unwrap();
    assert_eq!((hot.rate / 2.0, hot.refused / 2.0), (1.5, 1.0));
}
