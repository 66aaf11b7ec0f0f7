//! Calculated shards: `int(sha256(device)[:8 hex], 16) % n`, as every language can compute it.

use chrono::{DateTime, Utc};
use keywright::{Entity, Handle, Table};
use keywright_local::{Local, Operation};
use serde::{Deserialize, Serialize};

use crate::support::platform::{hours, noon};
use crate::support::stored;

#[derive(Table)]
#[entities(Reading, Counted, Sample)]
struct Fleet;

/// A day's readings, spread by device.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Fleet)]
#[pk(template = "READING#<at:day>")]
#[shard(hash(device), count = 10)]
#[sk(template = "<at>#<device>")]
#[peak(writes_per_second = 2_000, item_bytes = 300)]
struct Reading {
    device: String,
    at: DateTime<Utc>,
}

/// A reading with shards that are numbered from 1, as in AWS's guide.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Fleet)]
#[pk(template = "<at:day>.<shard>")]
#[shard(hash(device), count = 4, first = 1)]
#[sk(template = "<at>#<device>")]
#[peak(writes_per_second = 1_000, item_bytes = 300)]
struct Counted {
    device: String,
    at: DateTime<Utc>,
}

/// A reading with the device at the start of the sort key.
#[derive(Debug, Clone, PartialEq, Entity, Serialize, Deserialize)]
#[entity(table = Fleet)]
#[pk(template = "SITE#<site>")]
#[shard(hash(device), count = 10)]
#[sk(template = "<device>#<at>")]
struct Sample {
    site: String,
    device: String,
    at: DateTime<Utc>,
}

/// The results in Python: `int(hashlib.sha256(device.encode()).hexdigest()[:8], 16) % 10`, then `% 4`.
const SHARDS: [(&str, u32, u32); 8] = [
    ("device-1", 5, 1),
    ("device-2", 3, 3),
    ("device-3", 8, 2),
    ("Ünit-7", 4, 0),
    ("a#b", 9, 3),
    ("f47ac10b-58cc-4372-a567-0e02b2c3d479", 1, 1),
    ("sensor 42", 7, 3),
    ("0", 8, 2),
];

fn reading(device: &str, hour: i64) -> Reading {
    Reading { device: device.into(), at: hours(hour) }
}

/// Writes every device's readings of two days, at noon and an hour later.
async fn fleet() -> (Local, Handle<Fleet>) {
    let local = Local::start();
    let fleet = local.open::<Fleet>("fleet").await.unwrap();
    for (device, ..) in SHARDS {
        for hour in [0, 1, 24] {
            fleet.put(&reading(device, hour)).await.unwrap();
            fleet.put(&Sample { site: "x".into(), device: device.into(), at: hours(hour) }).await.unwrap();
        }
    }
    local.clear_operations();
    (local, fleet)
}

fn names(operations: &[Operation]) -> Vec<&str> {
    operations.iter().map(|operation| operation.name.as_str()).collect()
}

#[tokio::test]
async fn shard_numbers_match_other_languages() {
    let local = Local::start();
    let fleet = local.open::<Fleet>("fleet").await.unwrap();
    for (device, of_ten, of_four) in SHARDS {
        fleet.put(&reading(device, 0)).await.unwrap();
        let there = stored::under(&fleet, &format!("READING#2026-06-22#{of_ten}")).await;
        assert!(there.iter().any(|item| stored::text(item, "device") == device), "{device}");
        fleet.put(&Counted { device: device.into(), at: noon() }).await.unwrap();
        let there = stored::under(&fleet, &format!("2026-06-22.{}", of_four + 1)).await;
        assert!(there.iter().any(|item| stored::text(item, "device") == device), "{device}");
    }
    assert_eq!(stored::items(&fleet).await.len(), 2 * SHARDS.len());
}

#[tokio::test]
async fn query_with_the_device_reads_one_shard() {
    let (local, fleet) = fleet().await;
    let day = || Reading::query().between(hours(0)..hours(12));
    for (device, of_ten, _) in SHARDS {
        local.clear_operations();
        let page = day().shard_of(device).send(&fleet).await.unwrap();
        assert_eq!(names(&local.operations()), ["Query"]);
        assert_eq!(page.stats.lanes, 1);
        let plan = day().shard_of(device).explain().unwrap();
        let lanes: Vec<_> = plan.lanes().map(|lane| lane.partition_key().to_string()).collect();
        assert_eq!(lanes, [format!("READING#2026-06-22#{of_ten}")]);
        let of_device: Vec<_> = page.items.into_iter().filter(|reading| reading.device == device).collect();
        assert_eq!(of_device, [reading(device, 0), reading(device, 1)]);
    }
}

#[tokio::test]
async fn query_without_the_device_reads_all_shards() {
    let (local, fleet) = fleet().await;
    let page = Reading::query().between(hours(0)..hours(1)).send(&fleet).await.unwrap();
    let mut devices: Vec<_> = SHARDS.iter().map(|(device, ..)| *device).collect();
    devices.sort_unstable();
    assert_eq!(page.items.iter().map(|reading| reading.device.as_str()).collect::<Vec<_>>(), devices);
    assert_eq!((page.stats.lanes, local.requests()), (10, 10));
}

#[tokio::test]
async fn device_leading_the_sort_key_selects_its_shard() {
    let (local, fleet) = fleet().await;
    let sample = |hour: i64| Sample { site: "x".into(), device: "0".into(), at: hours(hour) };
    // `device-3` is in the same shard.
    let page = Sample::query("x").then("0").newest_first().send(&fleet).await.unwrap();
    assert_eq!(page.items, [24, 1, 0].map(sample));
    assert_eq!((page.stats.items_read, local.requests()), (3, 1));
    let all = Sample::query("x").send(&fleet).await.unwrap();
    assert_eq!((all.items.len(), all.stats.lanes, local.requests()), (24, 10, 11));
}

#[tokio::test]
async fn get_by_key_sends_one_request() {
    let (local, fleet) = fleet().await;
    assert_eq!(fleet.get(Reading::key(hours(1), "Ünit-7")).await.unwrap(), Some(reading("Ünit-7", 1)));
    assert_eq!(fleet.get(Reading::key(hours(2), "Ünit-7")).await.unwrap(), None);
    assert_eq!(names(&local.operations()), ["GetItem", "GetItem"]);
}

#[tokio::test]
async fn repeated_put_overwrites_the_same_item() {
    let (_local, fleet) = fleet().await;
    let before = stored::items(&fleet).await.len();
    for _ in 0..3 {
        fleet.put(&reading("device-1", 0)).await.unwrap();
    }
    assert_eq!(stored::items(&fleet).await.len(), before);
}
