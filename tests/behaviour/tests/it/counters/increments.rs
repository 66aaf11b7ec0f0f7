//! Many concurrent increments, and the shard of each one.

use std::collections::BTreeSet;

use futures_util::future::{join_all, try_join_all};
use keywright::ErrorKind;
use keywright_local::Local;

use super::design::*;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_increments_are_exact() {
    let (local, platform) = platform_on(Local::builder()).await;
    try_join_all((0..200).map(|_| platform.increment(Clicks::clicks("a"), 1).into_future())).await.unwrap();
    assert_eq!(local.requests(), 200);
    let total = platform.total(Clicks::clicks("a")).consistent().await.unwrap();
    assert_eq!(total.value, 200);
    let shards: Vec<_> = total.shards.iter().map(|shard| (shard.shard, shard.value)).collect();
    assert_eq!(shards, (0..10).map(|shard| (Some(shard), 20)).collect::<Vec<_>>(), "they take turns");
    assert_eq!(platform.total(Clicks::clicks("b")).await.unwrap().value, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn plain_and_hashed_counters_use_one_item() {
    let (local, platform) = platform_on(Local::builder()).await;
    let ups = (0..100).map(|up| platform.increment(Opinion::ups("post"), up).into_future());
    let downs = (0..50).map(|_| platform.increment(Opinion::downs("post"), -1).into_future());
    try_join_all(ups.chain(downs)).await.unwrap();
    try_join_all((0..40).map(|_| platform.increment(Stock::pieces("s", 7_u32), 3).into_future())).await.unwrap();
    local.clear_operations();
    assert_eq!(platform.total(Opinion::ups("post")).await.unwrap().value, 4_950);
    assert_eq!(platform.total(Opinion::downs("post")).await.unwrap().value, -50);
    let stock = platform.total(Stock::pieces("s", 7_u32)).consistent().await.unwrap();
    assert_eq!((stock.value, stock.shards.len()), (120, 1));
    assert_eq!(local.operations().iter().map(|read| read.lanes.len()).collect::<Vec<_>>(), [1, 1, 1]);
}

#[tokio::test]
async fn a_negative_amount_counts_down() {
    let (_local, platform) = platform_on(Local::builder()).await;
    for amount in [5, -3, 0, -7, i64::MAX] {
        platform.increment(Opinion::ups("post"), amount).await.unwrap();
    }
    assert_eq!(platform.total(Opinion::ups("post")).await.unwrap().value, i64::MAX - 5);
    for shard in 0..9 {
        platform.increment(Seen::seen(1_u64), -4).in_shard(1 + shard % 3).await.unwrap();
    }
    let seen = platform.total(Seen::seen(1_u64)).await.unwrap();
    assert_eq!((seen.value, seen.shards.iter().map(|shard| shard.value).collect::<Vec<_>>()), (-36, vec![-12; 3]));
}

#[tokio::test]
async fn increments_of_one_day_share_one_count() {
    let (_local, platform) = platform_on(Local::builder()).await;
    let hour = |hour| midnight() + chrono::TimeDelta::hours(hour);
    for at in 0..26 {
        platform.increment(Hits::hits("/", hour(at)), 1).await.unwrap();
    }
    assert_eq!(platform.total(Hits::hits("/", noon())).await.unwrap().value, 24);
    assert_eq!(platform.total(Hits::hits("/", hour(24))).await.unwrap().value, 2);
    let days = Hits::query("/").during(midnight()..hour(48)).send(&platform).await.unwrap().items;
    assert_eq!(days.iter().map(|day| day.at).collect::<BTreeSet<_>>(), [midnight(), hour(24)].into());
    assert_eq!(days.iter().map(|day| day.hits).sum::<u32>(), 26);
}

#[tokio::test]
async fn increment_accepts_an_explicit_shard() {
    let (local, platform) = platform_on(Local::builder()).await;
    let increment = platform.increment(Votes::votes("p-1"), 2).in_shard(3);
    assert_eq!(increment.shard(), Some(3));
    increment.await.unwrap();
    assert_eq!(local.operations()[0].lanes, ["VOTES#p-1#3"]);
    assert_eq!(platform.increment(Opinion::ups("post"), 1).shard(), None);
    let wrong = platform.increment(Votes::votes("p-1"), 2).in_shard(10).await.unwrap_err();
    assert_eq!(wrong.kind(), ErrorKind::InvalidArgument);
    assert!(wrong.to_string().contains("its shards are 0 to 9"), "{wrong}");
}

#[tokio::test]
async fn params_equal_the_sent_request() {
    let (local, platform) = platform_on(Local::builder()).await;
    let increment = platform.increment(Opinion::ups("Post"), 2);
    let params = increment.params().unwrap();
    assert_eq!(
        params.update_expression(),
        Some("SET #s0 = if_not_exists(#s0, :s0), #s1 = :s1, #s2 = :s2 ADD #counter :amount")
    );
    let names = params.expression_attribute_names().unwrap();
    assert_eq!(["#counter", "#s0", "#s1", "#s2"].map(|name| names[name].as_str()), ["UPS", "DOWNS", "POST", "_et"]);
    let increments = join_all([increment.into_sdk().unwrap().send(), increment_sdk(&platform).send()]).await;
    assert!(increments.iter().all(Result::is_ok), "{increments:?}");
    assert_eq!(local.requests(), 2);
    assert_eq!(platform.total(Opinion::ups("post")).await.unwrap().value, 3);
    let total = platform.total(Votes::votes("p-1"));
    let asked = total.params().unwrap();
    assert_eq!(asked.len(), 1);
    assert_eq!(asked[0].request_items().unwrap()["platform"].keys().len(), 10);
    assert_eq!(total.into_sdk().unwrap().len(), 1);
}

fn increment_sdk(
    platform: &keywright::Handle<Platform>,
) -> aws_sdk_dynamodb::operation::update_item::builders::UpdateItemFluentBuilder {
    platform.increment(Opinion::ups("post"), 1).into_sdk().unwrap()
}

#[tokio::test]
async fn invalid_key_is_rejected_before_sending() {
    let (local, platform) = platform_on(Local::builder()).await;
    let error = platform.increment(Votes::votes(""), 1).await.unwrap_err();
    assert_eq!(
        (error.kind(), error.entity(), error.operation_name()),
        (ErrorKind::KeyValue, Some("Votes"), Some("increment"))
    );
    let error = platform.total(Votes::votes("")).await.unwrap_err();
    assert_eq!((error.kind(), error.operation_name()), (ErrorKind::KeyValue, Some("total")));
    assert_eq!(local.requests(), 0);
}
