//! A shard that cannot be read is an error or a named gap, but never a 0.

use aws_sdk_dynamodb::types::AttributeValue;
use keywright::{ErrorKind, Handle, Table as _};
use keywright_local::{Failure, Faults, Local, Rule, Throttle};

use super::dead_shard::with_dead;
use super::design::*;

const BROKEN: Failure = Failure::InternalServerError { carried_out: false };

async fn counted() -> (Local, Handle<Platform>) {
    let (local, platform) = platform_on(inline()).await;
    for shard in 0..10 {
        platform.increment(Votes::votes("p-1"), 1 + i64::from(shard)).in_shard(shard).await.unwrap();
    }
    local.clear_operations();
    (local, platform)
}

#[tokio::test(start_paused = true)]
async fn unreadable_shard_fails_the_total_by_default_and_is_named() {
    let (local, _) = counted().await;
    let platform = with_dead(&local, &["VOTES#p-1#7"]);
    let error = platform.total(Votes::votes("p-1")).await.unwrap_err();
    assert_eq!((error.kind(), error.key()), (ErrorKind::Throttled, Some("VOTES#p-1#7 / COUNT")));
    assert_eq!(
        (error.entity(), error.table(), error.operation_name()),
        (Some("Votes"), Some("platform"), Some("total"))
    );
    assert!(error.to_string().contains("1 key stayed unprocessed"), "{error}");
}

#[tokio::test(start_paused = true)]
async fn a_partial_total_names_its_gaps() {
    let (local, whole) = counted().await;
    let platform = with_dead(&local, &["VOTES#p-1#7", "VOTES#p-1#0"]);
    let total = platform.total(Votes::votes("p-1")).partial().await.unwrap();
    assert_eq!(total.value, 55 - 8 - 1);
    assert_eq!(total.shards.iter().filter_map(|shard| shard.shard).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 8, 9]);
    let mut gaps: Vec<_> = total.failed.iter().map(|failed| (failed.shard, failed.key.partition.to_string())).collect();
    gaps.sort();
    assert_eq!(gaps, [(Some(0), "VOTES#p-1#0".to_owned()), (Some(7), "VOTES#p-1#7".to_owned())]);
    for failed in &total.failed {
        let key = format!("{} / COUNT", failed.key.partition);
        assert_eq!((failed.error.kind(), failed.error.key()), (ErrorKind::Throttled, Some(key.as_str())));
        assert_eq!((failed.error.entity(), failed.error.table()), (Some("Votes"), Some("platform")));
    }
    let total = whole.total(Votes::votes("p-1")).consistent().partial().await.unwrap();
    assert_eq!((total.value, total.shards.len(), total.failed.len()), (55, 10, 0));
}

/// The engine fails a whole batch because of one of its keys.
#[tokio::test(start_paused = true)]
async fn request_failure_for_one_shard_does_not_hide_the_others() {
    let (local, platform) = counted().await;
    let throttled = Failure::Throttled(Throttle::provisioned_throughput_exceeded());
    for (failure, kind) in [(BROKEN, ErrorKind::Service), (throttled, ErrorKind::Throttled)] {
        local.set_faults(Faults::seeded(0).rule(Rule::all().lane("VOTES#p-1#4").fail(failure)));
        assert_eq!(platform.total(Votes::votes("p-1")).await.unwrap_err().kind(), kind);
        let total = platform.total(Votes::votes("p-1")).partial().await.unwrap();
        let [gap] = &total.failed[..] else { panic!("{:?}", total.failed) };
        assert_eq!((total.value, gap.shard, gap.error.kind()), (50, Some(4), kind));
        assert_eq!(gap.error.key(), Some("VOTES#p-1#4 / COUNT"));
        local.clear_faults();
    }
}

#[tokio::test(start_paused = true)]
async fn partial_total_fails_if_no_shard_responds() {
    let (local, platform) = counted().await;
    local.set_faults(Faults::seeded(0).rule(Rule::all().fail(BROKEN)));
    let error = platform.total(Votes::votes("p-1")).partial().await.unwrap_err();
    assert_eq!((error.kind(), error.entity()), (ErrorKind::Service, Some("Votes")));
    local.clear_faults();
    let shards: Vec<String> = (0..10).map(|shard| format!("VOTES#p-1#{shard}")).collect();
    let dead = with_dead(&local, &shards.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(dead.total(Votes::votes("p-1")).partial().await.unwrap_err().kind(), ErrorKind::Throttled);
    let nowhere = Platform::open(local.client(), "nowhere");
    let error = partial(&nowhere).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TableNotFound);
}

async fn partial(nowhere: &Handle<Platform>) -> keywright::Result<keywright::client::PartialTotal<u64>> {
    nowhere.total(Votes::votes("p-1")).partial().await
}

#[tokio::test(start_paused = true)]
async fn failed_shard_reads_are_retried() {
    let (local, platform) = counted().await;
    local.set_faults(Faults::seeded(0).rule(Rule::on(["BatchGetItem"]).unwrap().first(2).fail(BROKEN)));
    assert_eq!(platform.total(Votes::votes("p-1")).await.unwrap().value, 55);
}

#[tokio::test(start_paused = true)]
async fn undecodable_shard_is_a_gap() {
    let (local, platform) = counted().await;
    let client = local.client();
    let spoil = |shard: u32, value: AttributeValue| {
        let key = [("PK", format!("VOTES#p-1#{shard}")), ("SK", "COUNT".to_owned())];
        let key = key.map(|(name, text)| (name.to_owned(), AttributeValue::S(text)));
        let update = client.update_item().table_name("platform").set_key(Some(key.into()));
        let update = update.update_expression("SET #v = :v").expression_attribute_names("#v", "votes");
        update.expression_attribute_values(":v", value).send()
    };
    spoil(3, AttributeValue::S("many".into())).await.unwrap();
    spoil(5, AttributeValue::N("-1".into())).await.unwrap();
    let error = platform.total(Votes::votes("p-1")).await.unwrap_err();
    assert_eq!((error.kind(), error.key()), (ErrorKind::Decode, Some("VOTES#p-1#3 / COUNT")));
    let total = platform.total(Votes::votes("p-1")).partial().await.unwrap();
    assert_eq!((total.value, total.shards.len()), (55 - 4 - 6, 8));
    let gaps: Vec<_> = total.failed.iter().map(|failed| (failed.shard, failed.error.kind())).collect();
    assert_eq!(gaps, [(Some(3), ErrorKind::Decode), (Some(5), ErrorKind::OutOfRange)]);
    for failed in &total.failed {
        assert_eq!(failed.error.key(), Some(format!("{} / COUNT", failed.key.partition).as_str()));
        assert_eq!((failed.error.entity(), failed.error.table()), (Some("Votes"), Some("platform")));
    }
    for shard in 0..10 {
        spoil(shard, AttributeValue::S("many".into())).await.unwrap();
    }
    let error = platform.total(Votes::votes("p-1")).partial().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Decode);
}
