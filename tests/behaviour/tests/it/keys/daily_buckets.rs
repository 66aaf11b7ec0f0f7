//! Daily buckets, read in one call. By hand, this takes seven parallel queries, a concatenation, a sort and a
//! truncation.

use crate::support::platform::*;
use crate::support::stored;

/// Writes a week of logs, one every two hours from noon on.
async fn week() -> (keywright_local::Local, keywright::Handle<Platform>) {
    let (local, platform) = platform(0).await;
    for step in 0..84 {
        platform.put(&log(step * 2)).await.unwrap();
    }
    local.clear_operations();
    (local, platform)
}

/// Reads as one would without keywright: every shard of every day, even if it is not needed.
async fn by_hand(platform: &keywright::Handle<Platform>, limit: usize) -> Vec<String> {
    let mut sort_keys = Vec::new();
    for day in 22..=29 {
        for shard in 0..10 {
            let key = format!("OPS_LOG#2026-06-{day}#{shard}");
            sort_keys.extend(stored::under(platform, &key).await.iter().map(|item| stored::text(item, "SK")));
        }
    }
    sort_keys.sort_unstable_by(|a, b| b.cmp(a));
    sort_keys.truncate(limit);
    sort_keys
}

#[tokio::test]
async fn one_query_replaces_eighty() {
    let (local, platform) = week().await;
    let page = OpsLog::query().between(hours(0)..hours(168)).newest_first().limit(20).send(&platform).await.unwrap();
    let requests = local.requests();
    assert_eq!(page.items, (64..84).rev().map(|step| log(step * 2)).collect::<Vec<_>>());
    // The eighth day ends at midnight. Its 10 shards are read and have no log, then those of two days at once.
    assert_eq!((page.stats.rounds, page.stats.lanes, requests), (2, 30, 30));
    local.clear_operations();
    let sort_keys: Vec<_> = page.items.iter().map(sort_key).collect();
    assert_eq!(by_hand(&platform, 20).await, sort_keys);
    assert_eq!(local.requests(), 80);
}

fn sort_key(log: &OpsLog) -> String {
    format!("{}#{}", log.at.format("%Y-%m-%dT%H:%M:%S%.9fZ"), log.call_id)
}

#[tokio::test]
async fn later_days_are_not_read_once_the_limit_is_reached() {
    let (local, platform) = week().await;
    let oldest = OpsLog::query().between(hours(0)..hours(168)).limit(6).send(&platform).await.unwrap();
    assert_eq!(oldest.items, (0..6).map(|step| log(step * 2)).collect::<Vec<_>>());
    assert_eq!((oldest.stats.rounds, local.requests()), (1, 10));
    local.clear_operations();
    let seventh = OpsLog::query().between(hours(0)..hours(168)).limit(7).prefetch(0).send(&platform).await.unwrap();
    assert_eq!((seventh.items.len(), seventh.stats.rounds, local.requests()), (7, 2, 20));
    let seventh = OpsLog::query().between(hours(0)..hours(168)).limit(7).send(&platform).await.unwrap();
    assert_eq!((seventh.items.len(), seventh.stats.rounds, seventh.stats.buckets), (7, 2, 3));
}

#[tokio::test]
async fn full_range_reads_every_bucket_once() {
    let (local, platform) = week().await;
    let page = OpsLog::query().between(hours(0)..hours(168)).send(&platform).await.unwrap();
    assert_eq!(page.items, (0..84).map(|step| log(step * 2)).collect::<Vec<_>>());
    assert!(page.cursor.is_none());
    assert_eq!((page.stats.lanes, page.stats.items_read, local.requests()), (80, 84, 80));
}

#[tokio::test]
async fn buckets_are_utc_days() {
    let (_local, platform) = platform(0).await;
    for hour in [11, 12] {
        platform.put(&log(hour)).in_shard(3).await.unwrap();
    }
    let keys = stored::partition_keys(&platform).await;
    assert_eq!(keys, ["OPS_LOG#2026-06-22#3".to_owned(), "OPS_LOG#2026-06-23#3".to_owned()].into());
    let midnight = hours(12);
    let before = OpsLog::query().between(hours(0)..midnight).send(&platform).await.unwrap();
    assert_eq!((before.items, before.stats.lanes), (vec![log(11)], 10));
    let with = OpsLog::query().between(hours(0)..=midnight).send(&platform).await.unwrap();
    assert_eq!((with.items, with.stats.lanes), (vec![log(11), log(12)], 20));
}
