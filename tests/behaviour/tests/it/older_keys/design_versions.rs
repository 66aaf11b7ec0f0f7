//! A design that grew: the new program reads the items of an earlier version.

use chrono::{DateTime, Utc};
use keywright::{Entity, ErrorKind, Handle, Outcome, Table, read::Cursor};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

use crate::support::platform::hours;
use crate::support::stored;

/// The earlier version.
mod earlier {
    use super::*;

    #[derive(Table)]
    #[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
    #[entities(Call, Note)]
    pub struct Platform;

    /// A call, in four shards per day, counted from 1.
    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Platform)]
    #[pk(template = "OPS_LOG#<at:day>#SHARD_<shard>")]
    #[shard(random = 4, first = 1)]
    #[sk(template = "<at>#<id>")]
    #[gsi(index = "GSI1", query = by_id, pk = "CALL#<id>", sk = "<at>")]
    #[peak(writes_per_second = 1_000, item_bytes = 300)]
    pub struct Call {
        pub at: DateTime<Utc>,
        pub id: String,
    }

    /// A note. All notes are under one key.
    #[derive(Entity, Serialize, Deserialize)]
    #[entity(table = Platform, name = "NOTE")]
    #[pk(template = "NOTES", allow_hot = "a prototype")]
    #[sk(template = "<at>#<id>")]
    pub struct Note {
        pub at: DateTime<Utc>,
        pub id: String,
    }
}

/// The current version.
#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[entities(Call, Notice)]
struct Platform;

/// A call, in ten shards by a hash, with one more field.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(
    template = "OPS_LOG#<at:day>",
    legacy(template = "OPS_LOG#<at:day>#SHARD_<shard>", shards = 4, first = 1, until = "2026-06-23T00:00:00Z")
)]
#[shard(hash(at, id), count = 10)]
#[sk(template = "<at>#<id>")]
#[gsi(index = "GSI1", query = by_id, pk = "CALL#<id>", sk = "<at>")]
#[peak(writes_per_second = 2_000, item_bytes = 300)]
struct Call {
    at: DateTime<Utc>,
    id: String,
    #[serde(default)]
    agent: String,
}

/// A note with a bucket for each month. The struct has another name in Rust.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform, name = "NOTE")]
#[pk(template = "NOTES#<at:month>", legacy(template = "NOTES", until = "2026-07-01T00:00:00Z"))]
#[sk(template = "<at>#<id>")]
#[peak(writes_per_second = 5, item_bytes = 300)]
struct Notice {
    at: DateTime<Utc>,
    id: String,
}

fn id(hour: i64) -> String {
    format!("c-{hour}")
}

fn call(hour: i64, agent: &str) -> Call {
    Call { at: hours(hour), id: id(hour), agent: agent.into() }
}

fn notice(hour: i64) -> Notice {
    Notice { at: hours(hour), id: id(hour) }
}

const JULY: i64 = 24 * 20;

/// Creates a table with items of two versions: calls in the hours 0 to 5 and 3 to 8, notes in June and in July.
async fn grown() -> (Local, Handle<Platform>) {
    let local = Local::builder().permute_ties(4).start();
    let before = local.open::<earlier::Platform>("platform").await.unwrap();
    let today = Platform::open_verified(local.client(), "platform").await.unwrap();
    for step in 0..6 {
        before.put(&earlier::Call { at: hours(step), id: id(step) }).await.unwrap();
        before.put(&earlier::Note { at: hours(step), id: id(step) }).await.unwrap();
        today.put(&call(step + 3, "scout")).await.unwrap();
        today.put(&notice(JULY + step)).await.unwrap();
    }
    local.clear_operations();
    (local, today)
}

#[tokio::test]
async fn each_version_wrote_its_own_keys() {
    let (_local, platform) = grown().await;
    let mut keys = stored::partition_keys(&platform).await;
    keys.retain(|key| !key.contains("#SHARD_"));
    let mut earlier = 0;
    for shard in 1..=4 {
        earlier += stored::under(&platform, &format!("OPS_LOG#2026-06-22#SHARD_{shard}")).await.len();
    }
    assert_eq!(earlier, 6);
    assert_eq!(stored::under(&platform, "NOTES").await.len(), 6);
    assert_eq!(stored::under(&platform, "NOTES#2026-07").await.len(), 6);
    let today: Vec<_> = keys.iter().filter_map(|key| key.strip_prefix("OPS_LOG#2026-06-22#")).collect();
    assert!(!today.is_empty() && today.iter().all(|shard| shard.parse::<u32>().unwrap() < 10), "{today:?}");
}

/// Returns the hours 0 to 2 of the earlier version, then the current ones, which hide the earlier ones of the hours 3
/// to 5.
fn calls() -> Vec<Call> {
    (0..3).map(|hour| call(hour, "")).chain((3..9).map(|hour| call(hour, "scout"))).collect()
}

fn day() -> std::ops::Range<DateTime<Utc>> {
    hours(0)..hours(12)
}

#[tokio::test]
async fn new_version_reads_items_of_the_older_one() {
    let (_local, platform) = grown().await;
    let page = Call::query().between(day()).send(&platform).await.unwrap();
    assert_eq!(page.items, calls());
    assert_eq!((page.stats.items_read, page.stats.superseded), (12, 3));
    let newest = Call::query().between(day()).newest_first().limit(7).send(&platform).await.unwrap();
    assert_eq!(newest.items, calls().into_iter().rev().take(7).collect::<Vec<_>>());
    assert_eq!(Call::query().between(day()).count(&platform).await.unwrap().items, 9);
}

#[tokio::test]
async fn older_shards_are_additional_lanes() {
    let (local, platform) = grown().await;
    let query = || Call::query().between(day());
    let plan = query().explain().unwrap();
    let lanes: Vec<_> = plan.lanes().map(|lane| lane.partition_key().to_string()).collect();
    let today = (0..10).map(|shard| format!("OPS_LOG#2026-06-22#{shard}"));
    let expected: Vec<_> = today.chain((1..=4).map(|shard| format!("OPS_LOG#2026-06-22#SHARD_{shard}"))).collect();
    assert_eq!(lanes, expected);
    let page = query().send(&platform).await.unwrap();
    assert_eq!((page.stats.lanes, local.requests()), (14, 14));
}

#[tokio::test]
async fn shard_of_reads_one_current_and_all_older_shards() {
    let (local, platform) = grown().await;
    let page = Call::query().between(day()).shard_of((hours(1), "c-1")).send(&platform).await.unwrap();
    assert!(page.items.contains(&call(1, "")));
    assert_eq!((page.stats.lanes, local.requests()), (5, 5));
}

#[tokio::test]
async fn pages_continue_across_key_versions() {
    let (_local, platform) = grown().await;
    for limit in [1, 2, 5] {
        let (mut found, mut cursor) = (Vec::new(), None::<Cursor>);
        loop {
            let query = Call::query().between(day()).newest_first().limit(limit).cursor(cursor);
            let page = query.send(&platform).await.unwrap();
            found.extend(page.items);
            cursor = page.cursor;
            if cursor.is_none() {
                break;
            }
        }
        assert_eq!(found, calls().into_iter().rev().collect::<Vec<_>>(), "limit {limit}");
    }
}

#[tokio::test]
async fn older_key_without_buckets_is_an_additional_lane() {
    let (local, platform) = grown().await;
    let page = Notice::query().between(hours(2)..hours(JULY + 3)).send(&platform).await.unwrap();
    let expected: Vec<_> = (2..6).chain(JULY..JULY + 3).map(notice).collect();
    assert_eq!(page.items, expected);
    assert_eq!(local.requests(), 3, "two months, and an older key");
    assert_eq!(page.stats.items_read, 7, "each item once");
}

#[tokio::test]
async fn an_index_holds_the_items_of_every_version() {
    let (_local, platform) = grown().await;
    assert_eq!(Call::by_id("c-1").send(&platform).await.unwrap().items, [call(1, "")]);
    assert_eq!(Call::by_id("c-1").count(&platform).await.unwrap().items, 1);
    let located = Call::by_id("c-1").located().send(&platform).await.unwrap().items;
    assert_eq!(platform.get(located[0].key.clone()).await.unwrap(), Some(call(1, "")));
    let keys = Call::by_id("c-1").keys().send(&platform).await.unwrap().items;
    assert_eq!(keys, [Call::key(hours(1), "c-1")]);
}

#[tokio::test]
async fn get_finds_items_of_every_version() {
    let (_local, platform) = grown().await;
    assert_eq!(platform.get(Call::key(hours(1), "c-1")).await.unwrap(), Some(call(1, "")));
    assert_eq!(platform.get(Call::key(hours(4), "c-4")).await.unwrap(), Some(call(4, "scout")));
    assert_eq!(platform.get(Call::key(hours(7), "c-7")).await.unwrap(), Some(call(7, "scout")));
    assert_eq!(platform.get(Call::key(hours(1), "c-7")).await.unwrap(), None);
    assert_eq!(platform.get(Notice::key(hours(1), "c-1")).await.unwrap(), Some(notice(1)));
}

#[tokio::test]
async fn create_and_replace_see_items_under_older_keys() {
    let (local, platform) = grown().await;
    let error = platform.create(&call(1, "keeper")).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::AlreadyExists, Outcome::NotApplied));
    assert!(error.to_string().contains("older key"), "{error}");
    local.clear_operations();
    platform.replace(&call(1, "keeper")).await.unwrap();
    let operations = local.operations();
    let names: Vec<_> = operations.iter().map(|operation| operation.name.as_str()).collect();
    assert_eq!(names, ["PutItem", "BatchGetItem", "TransactWriteItems"]);
    assert_eq!(platform.get(Call::key(hours(1), "c-1")).await.unwrap(), Some(call(1, "keeper")));
    let sort_keys: Vec<_> = stored::items(&platform).await.iter().map(|item| stored::text(item, "SK")).collect();
    // A note with the same hour and name is another item.
    assert_eq!(sort_keys.iter().filter(|key| key.ends_with("#c-1")).count(), 2, "it has moved");
    assert_eq!(platform.create(&call(1, "")).await.unwrap_err().kind(), ErrorKind::AlreadyExists);
    assert_eq!(platform.replace(&call(11, "")).await.unwrap_err().kind(), ErrorKind::NotFound);
    local.clear_operations();
    platform.create(&call(11, "")).await.unwrap();
    let operations = local.operations();
    let names: Vec<_> = operations.iter().map(|operation| operation.name.as_str()).collect();
    assert_eq!(names, ["TransactWriteItems"]);
}

#[tokio::test]
async fn get_reads_older_keys_only_if_the_current_one_misses() {
    let (local, platform) = grown().await;
    for (hour, requests) in [(7, vec!["GetItem"]), (1, vec!["GetItem", "BatchGetItem"])] {
        local.clear_operations();
        assert!(platform.get(Call::key(hours(hour), id(hour))).await.unwrap().is_some());
        let operations = local.operations();
        assert_eq!(operations.iter().map(|operation| operation.name.as_str()).collect::<Vec<_>>(), requests);
    }
}

#[tokio::test]
async fn deleted_item_does_not_reappear_from_an_older_key() {
    let (_local, platform) = grown().await;
    for hour in [1, 4, 7] {
        platform.delete(Call::key(hours(hour), id(hour))).await.unwrap();
    }
    let page = Call::query().between(day()).send(&platform).await.unwrap();
    let left: Vec<_> = calls().into_iter().filter(|call| !["c-1", "c-4", "c-7"].contains(&call.id.as_str())).collect();
    assert_eq!(page.items, left);
    let sort_keys: Vec<_> = stored::items(&platform).await.iter().map(|item| stored::text(item, "SK")).collect();
    let calls = |id: &str| sort_keys.iter().filter(|key| key.ends_with(id)).count();
    // A note with the same hour and name is another item.
    assert_eq!([calls("#c-1"), calls("#c-4"), calls("#c-7"), calls("#c-5")], [1, 1, 0, 3]);
}
