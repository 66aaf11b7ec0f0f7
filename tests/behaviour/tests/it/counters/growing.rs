//! Counters whose shards grow in the middle of a bucket: there is one count, for any time in the bucket.

use aws_sdk_dynamodb::types::AttributeValue;
use chrono::{DateTime, Utc};
use keywright::{Entity, ErrorKind, Handle, Outcome, Table};
use keywright_local::Local;
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[entities(Hashed, Random)]
pub struct Platform;

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "HASHED#<at:day>")]
#[shard(hash(page), count = 2, grow(at = "2026-06-22T12:00:00Z", count = 9))]
#[sk(template = "<page>")]
#[peak(writes_per_second = 1_000, item_bytes = 100)]
pub struct Hashed {
    at: DateTime<Utc>,
    page: String,
    #[entity(counter)]
    hits: u32,
}

#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "RANDOM#<at:day>")]
#[shard(random = 2, grow(at = "2026-06-22T12:00:00Z", count = 9))]
#[sk(template = "<page>")]
#[peak(writes_per_second = 1_000, item_bytes = 100)]
pub struct Random {
    at: DateTime<Utc>,
    page: String,
    #[entity(counter)]
    hits: u32,
}

/// Returns a time of the day on which the shards grow at noon.
fn at(hour: i64) -> DateTime<Utc> {
    "2026-06-22T00:10:00Z".parse::<DateTime<Utc>>().unwrap() + chrono::TimeDelta::hours(hour)
}

fn midnight() -> DateTime<Utc> {
    "2026-06-22T00:00:00Z".parse().unwrap()
}

async fn platform() -> (Local, Handle<Platform>) {
    let local = Local::start();
    let platform = local.open("platform").await.unwrap();
    (local, platform)
}

#[tokio::test]
async fn total_includes_increments_before_and_after_the_growth() {
    let (_local, platform) = platform().await;
    let pages = || (0..8).map(|page| format!("p-{page}"));
    for hour in 0..24 {
        for page in pages() {
            platform.increment(Hashed::hits(at(hour), page), 1).await.unwrap();
        }
        platform.increment(Random::hits(at(hour), "p"), 1).await.unwrap();
    }
    for hour in [0, 11, 12, 23] {
        for page in pages() {
            assert_eq!(platform.total(Hashed::hits(at(hour), &page)).await.unwrap().value, 24, "{page} at {hour}");
        }
        assert_eq!(platform.total(Random::hits(at(hour), "p")).await.unwrap().value, 24, "at {hour}");
    }
}

/// Puts an item of the afternoon, as a program that stores its own times does.
async fn put_raw(platform: &Handle<Platform>, entity: &str, partition: &str, page: &str) {
    let text = |text: &str| AttributeValue::S(text.into());
    let put = platform.client().put_item().table_name("platform").item("PK", text(partition)).item("SK", text(page));
    let put = put.item("_et", text(entity)).item("page", text(page)).item("at", text("2026-06-22T13:10:00Z"));
    put.item("hits", AttributeValue::N("10".into())).send().await.unwrap();
}

#[tokio::test]
async fn total_includes_items_that_others_put_after_the_growth() {
    let (_local, platform) = platform().await;
    for shard in 0..9 {
        put_raw(&platform, "Random", &format!("RANDOM#2026-06-22#{shard}"), "p").await;
    }
    assert_eq!(platform.total(Random::hits(at(13), "p")).await.unwrap().value, 90);
    for page in (0..8).map(|page| format!("p-{page}")) {
        let partition = |at| Hashed { at, page: page.clone(), hits: 0 }.keys().unwrap().swap_remove(0).partition;
        let [before, after] = [midnight(), at(13)].map(partition);
        put_raw(&platform, "Hashed", &after, &page).await;
        assert_eq!(platform.total(Hashed::hits(at(1), &page)).await.unwrap().value, 10, "{page}");
        platform.put(&Hashed { at: midnight(), page: page.clone(), hits: 5 }).await.unwrap();
        let total = if before == after { 5 } else { 15 };
        assert_eq!(platform.total(Hashed::hits(at(13), &page)).await.unwrap().value, total, "{page}");
    }
}

#[tokio::test]
async fn total_reads_the_shards_in_force_within_the_bucket() {
    let (local, platform) = platform().await;
    let keys = |hour| {
        let requests = platform.total(Random::hits(at(hour), "p")).params().unwrap();
        requests[0].request_items().unwrap()["platform"].keys().len()
    };
    assert_eq!([-1, 0, 23, 24].map(keys), [2, 9, 9, 9]);
    assert_eq!(platform.total(Hashed::hits(at(-1), "p")).await.unwrap().shards.len(), 1);
    assert_eq!(local.operations().last().unwrap().lanes.len(), 1);
}

#[tokio::test]
async fn shard_not_in_force_at_the_items_time_is_rejected() {
    let (local, platform) = platform().await;
    local.clear_operations();
    let item = Random { at: midnight(), page: "p".to_owned(), hits: 1 };
    for error in [
        platform.increment(Random::hits(at(13), "p"), 1).in_shard(5).await.unwrap_err(),
        platform.put(&item).in_shard(5).await.unwrap_err(),
    ] {
        assert_eq!((error.kind(), error.outcome()), (ErrorKind::InvalidArgument, Outcome::NotApplied));
        assert!(error.to_string().contains("no shard 5 at the key's time; its shards are 0 to 1"), "{error}");
    }
    assert_eq!(local.requests(), 0);
    put_raw(&platform, "Random", "RANDOM#2026-06-22#5", "p").await;
    // A key that was parsed has only the day, and accepts any shard of that day.
    let key = Random::key_in_shard(5, at(11), "p");
    assert_eq!(platform.get(key).await.unwrap(), None, "its time is not the start of the day");
    assert_eq!(platform.scan::<Random>().await.unwrap().items, [Random { at: at(13), page: "p".into(), hits: 10 }]);
}
