//! The error of a throttled call.

use keywright::{
    Error, ErrorKind,
    throttling::{Limit, Reason, Resource, Throughput},
};
use keywright_local::Rule;

use super::design::*;

fn text(error: &Error) -> String {
    assert_eq!(error.kind(), ErrorKind::Throttled);
    error.to_string()
}

#[tokio::test(start_paused = true)]
async fn put_error_names_entity_index_table_key_reason_resource_and_fix() {
    let (local, platform) = platform().await;
    faults(&local, [put_item().fail(throttled(&[("IndexWriteKeyRangeThroughputExceeded", BY_AGENT)]))]);
    let error = platform.put(&log("c-1")).in_shard(3).await.unwrap_err();
    assert_eq!(
        text(&error),
        "put, `OpsLog`, index BY_AGENT, table platform, key OPS_LOG#2026-06-22#3 / 2026-06-22T12:00:00.000000000Z#c-1: \
         dynamodb throttled the request: IndexWriteKeyRangeThroughputExceeded \
         (arn:aws:dynamodb:us-east-1:1:table/platform/index/BY_AGENT); a partition of the index is hot: give the \
         index's key shards of its own, or more of them, with `shard(..)` inside `#[gsi(..)]`; those of the table's \
         key do not help"
    );
    let [throttle] = error.throttles() else { panic!("{:?}", error.throttles()) };
    let (resource, throughput, limit) = (Resource::Index, Throughput::Write, Limit::KeyRange);
    assert_eq!(*throttle.reason(), Reason::Known { resource, throughput, limit });
    assert_eq!((throttle.table(), throttle.index()), (Some("platform"), Some("BY_AGENT")));
    assert_eq!((error.index(), error.shard()), (Some("BY_AGENT"), Some(3)));
}

#[tokio::test(start_paused = true)]
async fn read_errors_name_reason_and_fix() {
    let (local, platform) = platform().await;
    let hot = throttled(&[("TableReadKeyRangeThroughputExceeded", TABLE)]);
    faults(&local, [Rule::on(["GetItem", "Query"]).unwrap().fail(hot)]);
    let get = platform.get(Setting::key("a")).await.unwrap_err();
    assert!(text(&get).contains("key SETTING#a / SETTING: dynamodb throttled the request: TableReadKeyRange"), "{get}");
    assert!(text(&get).contains("; the partition is hot: spread its keys over more shards"), "{get}");
    assert_eq!((get.throttles().len(), get.index()), (1, None));
    let query = Setting::query("a").send(&platform).await.unwrap_err();
    assert_eq!(query.throttles(), get.throttles());
}

#[tokio::test(start_paused = true)]
async fn all_reasons_including_unknown_ones_are_reported() {
    let (local, platform) = platform().await;
    let reasons = [
        ("TableWriteProvisionedThroughputExceeded", TABLE),
        ("IndexWriteProvisionedThroughputExceeded", BY_DAY),
        ("TableWriteSomethingNew", TABLE),
    ];
    faults(&local, [put_item().fail(throttled(&reasons))]);
    let error = platform.put(&setting("a")).await.unwrap_err();
    let texts: Vec<_> = error.throttles().iter().map(|throttle| throttle.reason().to_string()).collect();
    assert_eq!(texts, reasons.map(|(reason, _)| reason));
    assert!(reasons.iter().all(|(reason, arn)| text(&error).contains(&format!("{reason} ({arn})"))), "{error}");
    assert!(text(&error).contains("; raise the index's capacity"), "{error}");
}

#[tokio::test(start_paused = true)]
async fn throttling_without_reasons_is_reported() {
    let (local, platform) = platform().await;
    faults(&local, [put_item().fail(throttled(&[]))]);
    let error = platform.put(&setting("a")).await.unwrap_err();
    assert!(text(&error).contains("dynamodb answered ThrottlingException: "), "{error}");
    assert!(error.throttles().is_empty());
}
