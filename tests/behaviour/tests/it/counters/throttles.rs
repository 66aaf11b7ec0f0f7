//! A throttled shard: the increment moves to another one if the reason allows it, and is never lost.

use keywright::{Counter, ErrorKind, Outcome, Table as _};
use keywright_local::{Failure, Faults, Rule, Throttle};

use super::design::*;

const TABLE: &str = "arn:aws:dynamodb:us-east-1:123456789012:table/platform";
const INDEX: &str = "arn:aws:dynamodb:us-east-1:123456789012:table/platform/index/GSI1";

fn throttle(reason: &str, resource: &str) -> Failure {
    Failure::Throttled(Throttle::throttling().reason(reason, resource))
}

fn updates() -> Rule {
    Rule::on(["UpdateItem"]).unwrap()
}

#[tokio::test(start_paused = true)]
async fn throttled_shard_is_left_without_backoff() {
    let (local, platform) = platform_on(inline()).await;
    let hot = updates().lane("VOTES#p-1#3").fail(throttle("TableWriteKeyRangeThroughputExceeded", TABLE));
    local.set_faults(Faults::seeded(0).rule(hot));
    let start = tokio::time::Instant::now();
    for _ in 0..50 {
        platform.increment(Votes::votes("p-1"), 1).await.unwrap();
    }
    let throttled = local.operations().iter().filter(|operation| operation.failure.is_some()).count() as u64;
    assert!(throttled > 0);
    assert_eq!(local.requests(), 50 + throttled);
    assert_eq!(start.elapsed(), std::time::Duration::ZERO, "without a wait");
    let total = platform.total(Votes::votes("p-1")).await.unwrap();
    assert_eq!((total.value, total.shards[3].value), (50, 0));
}

#[tokio::test(start_paused = true)]
async fn throttled_increment_tries_two_other_shards_before_backoff() {
    let (local, platform) = platform_on(inline()).await;
    let all_hot = updates().fail(throttle("TableWriteKeyRangeThroughputExceeded", TABLE));
    local.set_faults(Faults::seeded(0).rule(all_hot));
    let error = platform.increment(Votes::votes("p-1"), 1).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Throttled, Outcome::NotApplied), "{error}");
    let lanes: Vec<_> = local.operations().into_iter().flat_map(|operation| operation.lanes).collect();
    assert_eq!(lanes.len(), 10);
    let mut met = lanes.clone();
    met.dedup();
    assert_eq!(met.len(), 3, "{lanes:?}");
    assert_eq!(error.key(), Some(format!("{} / COUNT", lanes[9]).as_str()));
    assert_eq!(platform.total(Votes::votes("p-1")).await.unwrap().value, 0);
}

/// Throttles the first request of an increment for this reason. Returns the lanes of its requests.
async fn met(counter: Counter<Hits, u32>, reason: &str, resource: &str, pinned: Option<u32>) -> Vec<String> {
    let (local, platform) = platform_on(inline()).await;
    let first = updates().first(1).fail(throttle(reason, resource));
    local.set_faults(Faults::seeded(0).rule(first));
    let increment = platform.increment(counter, 1);
    match pinned {
        Some(shard) => increment.in_shard(shard).await.unwrap(),
        None => increment.await.unwrap(),
    }
    local.operations().into_iter().flat_map(|operation| operation.lanes).collect()
}

#[tokio::test(start_paused = true)]
async fn increment_changes_shard_only_for_key_range_throttling() {
    let hits = || Hits::hits("/", noon());
    for (reason, resource, pinned, moves) in [
        ("TableWriteKeyRangeThroughputExceeded", TABLE, None, true),
        // The index's shard is a hash of the table key.
        ("IndexWriteKeyRangeThroughputExceeded", INDEX, None, true),
        ("TableWriteProvisionedThroughputExceeded", TABLE, None, false),
        ("TableWriteAccountLimitExceeded", TABLE, None, false),
        ("TableWriteKeyRangeThroughputExceeded", TABLE, Some(2), false),
    ] {
        let lanes = met(hits(), reason, resource, pinned).await;
        let has_moved = lanes.first() != lanes.last();
        assert_eq!(has_moved, moves, "{reason} {lanes:?}");
        assert!(lanes.len() >= 2, "each lane throttles its first request: {lanes:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn index_throttling_keeps_the_shard_if_its_key_lacks_it() {
    let (local, platform) = platform_on(inline()).await;
    let hot = updates().first(1).fail(throttle("IndexWriteKeyRangeThroughputExceeded", INDEX));
    local.set_faults(Faults::seeded(0).rule(hot));
    platform.increment(Votes::votes("p-1"), 1).await.unwrap();
    let lanes: Vec<_> = local.operations().into_iter().flat_map(|operation| operation.lanes).collect();
    assert_eq!((lanes.len(), lanes.first() == lanes.last()), (2, true));
}

#[tokio::test(start_paused = true)]
async fn client_without_retries_sends_one_request() {
    let (local, _) = platform_on(inline()).await;
    let config = local.config().retry_config(aws_sdk_dynamodb::config::retry::RetryConfig::disabled());
    let platform = Platform::open(aws_sdk_dynamodb::Client::from_conf(config.build()), "platform");
    let hot = updates().fail(throttle("TableWriteKeyRangeThroughputExceeded", TABLE));
    local.set_faults(Faults::seeded(0).rule(hot));
    let error = platform.increment(Votes::votes("p-1"), 1).await.unwrap_err();
    assert_eq!((error.kind(), local.requests()), (ErrorKind::Throttled, 1));
}
