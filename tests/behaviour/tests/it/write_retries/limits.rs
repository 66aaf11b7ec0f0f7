//! Limits that also apply to other keys.

use aws_sdk_dynamodb::config::timeout::TimeoutConfig;
use futures_util::future::join_all;
use keywright::{ErrorKind, Outcome};
use keywright_local::{Latency, Rule};
use tokio::time::Instant;

use super::design::*;

#[tokio::test(start_paused = true)]
async fn maximum_on_demand_throttling_is_not_retried() {
    let (local, platform) = platform().await;
    for reason in ["TableWriteMaxOnDemandThroughputExceeded", "TableReadMaxOnDemandThroughputExceeded"] {
        faults(&local, [Rule::all().fail(throttled(&[(reason, TABLE)]))]);
        let start = Instant::now();
        let error = match reason.contains("Read") {
            true => platform.get(Setting::key("a")).await.unwrap_err(),
            false => platform.put(&setting("a")).await.unwrap_err(),
        };
        assert_eq!((error.kind(), local.requests(), start.elapsed()), (ErrorKind::Throttled, 1, millis(0)));
        assert!(error.to_string().contains("; shed load, or raise the maximum on-demand throughput"), "{error}");
    }
}

#[tokio::test(start_paused = true)]
async fn account_limit_delays_every_key() {
    let (local, platform) = platform().await;
    let account = throttled(&[("TableWriteAccountLimitExceeded", TABLE)]);
    faults(&local, [put_item().lane("SETTING#first").first(1).fail(account)]);
    let first = setting("first");
    let others: Vec<_> = (0..40).map(|number| setting(&number.to_string())).collect();
    let start = Instant::now();
    let late = async {
        tokio::time::sleep(millis(1)).await;
        let puts = others.iter().map(|other| async {
            platform.put(other).await.unwrap();
            start.elapsed()
        });
        join_all(puts).await
    };
    let (written, late) = tokio::join!(platform.put(&first).into_future(), late);
    written.unwrap();
    let (soonest, latest) = (late.iter().min().unwrap(), late.iter().max().unwrap());
    assert!(*latest > millis(25) && *latest <= millis(52), "{soonest:?} to {latest:?}");
    assert!(*latest - *soonest > millis(10), "they spread: {soonest:?} to {latest:?}");
    assert_eq!(local.requests(), 42);
}

#[tokio::test(start_paused = true)]
async fn key_and_table_limits_delay_no_other_key() {
    let (local, platform) = platform().await;
    for reason in ["TableWriteKeyRangeThroughputExceeded", "TableWriteProvisionedThroughputExceeded"] {
        faults(&local, [put_item().lane("SETTING#hot").fail(throttled(&[(reason, TABLE)]))]);
        let cold = async {
            let start = Instant::now();
            for number in 0..60 {
                platform.put(&setting(&number.to_string())).await.unwrap();
            }
            start.elapsed()
        };
        let hot = setting("hot");
        let (hot, cold) = tokio::join!(platform.put(&hot).into_future(), cold);
        assert_eq!(hot.unwrap_err().kind(), ErrorKind::Throttled);
        assert_eq!(cold, millis(0));
    }
}

#[tokio::test(start_paused = true)]
async fn operation_timeout_bounds_all_attempts() {
    let timeouts = TimeoutConfig::builder().operation_timeout(millis(500)).build();
    let (local, platform) = platform_with(|config| config.timeout_config(timeouts)).await;
    let slow = || put_item().latency(Latency::constant(millis(200)));
    faults(&local, [slow().fail(throttled(&[]))]);
    let start = Instant::now();
    let error = platform.put(&setting("a")).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Throttled);
    assert!(start.elapsed() <= millis(500), "{:?}", start.elapsed());
}

#[tokio::test(start_paused = true)]
async fn attempt_cut_off_by_the_timeout_is_of_unknown_outcome() {
    let timeouts = TimeoutConfig::builder().operation_timeout(millis(500)).build();
    let (local, platform) = platform_with(|config| config.timeout_config(timeouts)).await;
    let slow = put_item().latency(Latency::constant(millis(400)));
    faults(&local, [slow, put_item().first(1).fail(hot())]);
    let log = log("c-1");
    let put = platform.put(&log).in_shard(4);
    let start = Instant::now();
    let error = put.await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Throttled, Outcome::Unknown));
    assert_eq!((start.elapsed(), local.requests()), (millis(500), 2));
}
