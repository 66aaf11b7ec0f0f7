//! The shard in which an append ends.

use std::collections::BTreeSet;

use aws_sdk_dynamodb::config::{retry::RetryConfig, timeout::TimeoutConfig};
use keywright::{ErrorKind, Outcome};
use keywright_local::{Failure, Latency};
use tokio::time::Instant;

use super::design::*;

const LOST: [Failure; 5] = [
    Failure::InternalServerError { carried_out: true },
    Failure::InternalServerError { carried_out: false },
    Failure::ServiceUnavailable { carried_out: true },
    Failure::Disconnected { carried_out: true },
    Failure::Disconnected { carried_out: false },
];

#[tokio::test(start_paused = true)]
async fn append_leaves_a_hot_shard_and_reports_the_new_one() {
    let (local, platform) = platform().await;
    let log = log("c-1");
    let put = platform.put(&log);
    let first = put.shard().unwrap();
    faults(&local, [put_item().lane(lane(first)).fail(hot())]);
    let start = Instant::now();
    let written = put.await.unwrap();
    assert_eq!(start.elapsed(), millis(0));
    let shard = written.shard().unwrap();
    assert_ne!(shard, first);
    assert_eq!(asked(&local), [lane(first), lane(shard)]);
    assert_eq!(platform.get(written.key(&log)).await.unwrap().as_ref(), Some(&log));
    let found = OpsLog::find(noon(), "c-1").send(&platform).await.unwrap();
    assert_eq!(found.into_iter().map(|found| found.key).collect::<Vec<_>>(), [written.key(&log)]);
}

#[tokio::test(start_paused = true)]
async fn append_tries_three_shards_and_then_backs_off() {
    let (local, platform) = platform().await;
    faults(&local, [put_item().fail(hot())]);
    let start = Instant::now();
    let error = platform.put(&log("c-1")).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Throttled, Outcome::NotApplied));
    let asked = asked(&local);
    assert_eq!(asked.len(), 10);
    assert_eq!(asked[..3].iter().collect::<BTreeSet<_>>().len(), 3, "{asked:?}");
    assert!(asked[2..].iter().all(|lane| *lane == asked[2]), "{asked:?}");
    assert_eq!(error.shard().map(lane).as_ref(), asked.last());
    assert!(error.key().is_some_and(|key| key.starts_with(&asked[2])), "{error}");
    // Pauses of up to 10, 20, 40 .. 640 ms.
    assert!(start.elapsed() > millis(0) && start.elapsed() <= millis(1_280), "{:?}", start.elapsed());
}

#[tokio::test(start_paused = true)]
async fn append_alternates_between_two_shards() {
    let (local, platform) = platform().await;
    let pair = Pair { name: "a".into() };
    let put = platform.put(&pair);
    let first = put.shard().unwrap();
    faults(&local, [put_item().first(1).fail(hot())]);
    assert_eq!(put.await.unwrap().shard(), Some(first));
    let asked = asked(&local);
    assert_eq!(asked.len(), 3);
    assert!(asked[0] == asked[2] && asked[0] != asked[1], "{asked:?}");
}

#[tokio::test(start_paused = true)]
async fn append_stays_in_a_shard_that_may_contain_it() {
    for lost in LOST {
        let (local, platform) = platform().await;
        let log = log("c-1");
        let put = platform.put(&log);
        let first = put.shard().unwrap();
        faults(&local, [put_item().first(1).fail(lost.clone()), put_item().first(4).fail(hot())]);
        assert_eq!(put.await.unwrap().shard(), Some(first), "{lost:?}");
        assert_eq!(asked(&local), vec![lane(first); 5], "{lost:?}");
        assert_eq!(OpsLog::find(noon(), "c-1").send(&platform).await.unwrap().len(), 1, "{lost:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn append_keeps_the_shard_after_a_timeout() {
    let timeouts = TimeoutConfig::builder().operation_attempt_timeout(millis(100)).build();
    let (local, platform) = platform_with(|config| config.timeout_config(timeouts)).await;
    let log = log("c-1");
    let put = platform.put(&log);
    let first = put.shard().unwrap();
    let slow = put_item().first(1).latency(Latency::constant(millis(200)));
    faults(&local, [slow, put_item().first(3).every(2).unwrap().fail(hot())]);
    assert_eq!(put.await.unwrap().shard(), Some(first));
    assert_eq!(asked(&local), vec![lane(first); 3]);
    assert_eq!(OpsLog::find(noon(), "c-1").send(&platform).await.unwrap().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn append_stays_in_the_second_shard_if_that_may_contain_it() {
    for lost in LOST {
        let (local, platform) = platform().await;
        let log = log("c-1");
        let put = platform.put(&log);
        let first = put.shard().unwrap();
        let others = || other_lanes(put_item(), first);
        faults(
            &local,
            [
                put_item().lane(lane(first)).fail(hot()),
                others().first(1).fail(lost.clone()),
                others().first(2).fail(hot()),
            ],
        );
        let shard = put.await.unwrap().shard().unwrap();
        assert_eq!(asked(&local), [lane(first), lane(shard), lane(shard), lane(shard)], "{lost:?}");
        assert_eq!(OpsLog::find(noon(), "c-1").send(&platform).await.unwrap().len(), 1, "{lost:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn lost_response_error_names_the_shard_to_retry() {
    let (local, platform) = platform().await;
    let log = log("c-1");
    let put = platform.put(&log);
    let first = put.shard().unwrap();
    let lost = other_lanes(put_item(), first).fail(Failure::Disconnected { carried_out: true });
    faults(&local, [put_item().lane(lane(first)).fail(hot()), lost]);
    let error = put.await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Service, Outcome::Unknown));
    let shard = error.shard().unwrap();
    assert_ne!(shard, first);
    assert_eq!(asked(&local).len(), 4);
    local.clear_faults();
    assert_eq!(platform.put(&log).in_shard(shard).await.unwrap().shard(), Some(shard));
    assert_eq!(OpsLog::find(noon(), "c-1").send(&platform).await.unwrap().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn append_changes_shard_only_if_the_throttled_key_contains_it() {
    const TABLE_RANGE: &str = "TableWriteKeyRangeThroughputExceeded";
    const INDEX_RANGE: &str = "IndexWriteKeyRangeThroughputExceeded";
    let (local, platform) = platform().await;
    for (reasons, moves) in [
        (&[(INDEX_RANGE, BY_DAY)][..], true),
        (&[(TABLE_RANGE, TABLE), (INDEX_RANGE, BY_DAY)], true),
        (&[(INDEX_RANGE, BY_AGENT)], false),
        (&[(TABLE_RANGE, TABLE), (INDEX_RANGE, BY_AGENT)], false),
        (&[(TABLE_RANGE, TABLE), ("TableWriteProvisionedThroughputExceeded", TABLE)], false),
        (&[("TableWriteProvisionedThroughputExceeded", TABLE)], false),
        (&[("TableWriteAccountLimitExceeded", TABLE)], false),
        (&[("TableWriteSomethingNew", TABLE)], false),
        (&[], false),
    ] {
        let log = log("c-1");
        let put = platform.put(&log);
        let first = put.shard().unwrap();
        faults(&local, [put_item().lane(lane(first)).first(3).fail(throttled(reasons))]);
        let shard = put.await.unwrap().shard().unwrap();
        assert_eq!((shard != first, asked(&local).len()), (moves, if moves { 2 } else { 4 }), "{reasons:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn explicit_shard_is_kept() {
    let (local, platform) = platform().await;
    faults(&local, [put_item().first(3).fail(hot())]);
    assert_eq!(platform.put(&log("c-1")).in_shard(4).await.unwrap().shard(), Some(4));
    assert_eq!(asked(&local), vec![lane(4); 4]);
}

#[tokio::test(start_paused = true)]
async fn one_attempt_sends_one_request() {
    let (local, platform) = platform_with(|config| config.retry_config(RetryConfig::disabled())).await;
    for failure in LOST.into_iter().chain([hot()]) {
        faults(&local, [put_item().fail(failure.clone())]);
        platform.put(&log("c-1")).await.unwrap_err();
        assert_eq!(local.requests(), 1, "{failure:?}");
    }
}
