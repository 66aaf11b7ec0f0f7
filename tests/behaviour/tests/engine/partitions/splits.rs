//! Splits for heat, in virtual time.

use std::time::Duration;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::ProjectionType;
use keywright_local::{Clock, Local, Partitions, TableSnapshot};

use super::support::*;

/// The write units of an item.
const UNITS: usize = 100;

struct Load {
    local: Local,
    client: Client,
    clock: Clock,
}

impl Load {
    async fn start(partitions: Partitions, with_local_index: bool) -> Self {
        let clock = Clock::manual();
        let (local, client) = engine(partitions.clock(clock.clone()));
        let create = table(&client);
        let create = if with_local_index {
            let create = create.attribute_definitions(definition("LS"));
            create.local_secondary_indexes(local_index("LSI1", "LS", ProjectionType::KeysOnly))
        } else {
            create
        };
        create.send().await.unwrap();
        Self { local, client, clock }
    }

    /// Writes 1,000 units per second under one key, to the sort keys of these numbers.
    async fn run_within(&self, key: &str, sorts: impl Iterator<Item = u64>, seconds: u64) {
        let mut sorts = sorts;
        for _ in 0..seconds {
            for _ in 0..1_000 / UNITS {
                let sort = format!("{:020}", sorts.next().unwrap());
                let _ = put(&self.client, large(key, &sort, UNITS)).await;
            }
            self.clock.advance(Duration::from_secs(1));
        }
    }

    /// Writes 1,000 units per second, to the keys in turn.
    async fn run(&self, keys: &[String], seconds: u64) {
        let mut keys = keys.iter().cycle();
        for _ in 0..seconds {
            for _ in 0..1_000 / UNITS {
                let _ = put(&self.client, large(keys.next().unwrap(), "0", UNITS)).await;
            }
            self.clock.advance(Duration::from_secs(1));
        }
    }

    fn snapshot(&self) -> TableSnapshot {
        self.local.partitions(TABLE).unwrap()
    }

    /// Returns keys of the first partition.
    async fn keys(&self, count: usize) -> Vec<String> {
        let mut found = Vec::new();
        for number in 0.. {
            let (before, name) = (of_table(&self.local), format!("key{number}"));
            put(&self.client, key(&name, "0")).await.unwrap();
            if of_table(&self.local).partitions[0].consumed.write > before.partitions[0].consumed.write {
                found.push(name);
            }
            if found.len() == count {
                break;
            }
        }
        found
    }
}

/// Returns partitions that split after six seconds of heat instead of five minutes.
fn soon() -> Partitions {
    Partitions::default().split_after(Duration::from_secs(6)).heat_window(Duration::from_secs(1))
}

#[tokio::test]
async fn partition_of_many_keys_splits_after_the_configured_time() {
    let load = Load::start(soon(), false).await;
    let keys = load.keys(20).await;
    load.run(&keys, 6).await;
    assert_eq!((load.snapshot().table.splits, load.snapshot().table.partitions.len()), (0, 4));
    let quarter = load.snapshot().table.partitions[0].range.clone();
    load.run(&keys, 1).await;
    let table = load.snapshot().table;
    assert_eq!((table.splits, table.partitions.len()), (1, 5));
    assert_eq!(table.partitions[0].range.start(), quarter.start());
    assert_eq!(table.partitions[0].range.end() + 1, *table.partitions[1].range.start());
    assert_eq!(table.partitions[1].range.end(), quarter.end());
    assert_eq!(*table.partitions[0].range.end(), quarter.end() / 2);
}

#[tokio::test]
async fn one_item_or_disabled_local_index_splitting_prevents_splits() {
    let load = Load::start(soon(), false).await;
    let keys = load.keys(1).await;
    load.run(&keys, 20).await;
    assert_eq!(load.snapshot().table.splits, 0);
    assert_eq!(load.snapshot().table.hottest[0].key, keys[0]);

    let load = Load::start(soon().dominant_key_share(2.0).split_share(-1.0), false).await;
    load.run(&keys, 20).await;
    assert_eq!(load.snapshot().table.splits, 0, "no share is above 1");

    let load = Load::start(soon().split_with_local_index(false), true).await;
    let keys = load.keys(20).await;
    load.run(&keys, 10).await;
    assert_eq!(load.snapshot().table.splits, 0);
    let load = Load::start(soon(), true).await;
    let keys = load.keys(20).await;
    load.run(&keys, 10).await;
    assert!(load.snapshot().table.splits > 0);
}

/// Returns numbers in no particular order.
fn spread() -> impl Iterator<Item = u64> {
    (1..).map(|number: u64| number.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

#[tokio::test]
async fn key_splits_by_sort_key_unless_rising_or_with_a_local_index() {
    let splits = async |partitions, with_local_index, sorts: Box<dyn Iterator<Item = u64>>| {
        let load = Load::start(partitions, with_local_index).await;
        load.run_within("key", sorts, 10).await;
        load.snapshot().table
    };
    let table = splits(soon(), false, Box::new(spread())).await;
    assert_eq!((table.splits, table.partitions.len()), (1, 5));
    let holds_the_key = |at: usize| table.partitions[at].range.start() == table.partitions[at - 1].range.end();
    assert!((1..5).any(holds_the_key), "{table:?}");
    assert_eq!(splits(soon(), false, Box::new(0..)).await.splits, 0, "rising");
    assert_eq!(splits(soon(), false, Box::new((0..1_000_000).rev())).await.splits, 0, "falling");
    assert_eq!(splits(soon(), true, Box::new(spread())).await.splits, 0, "a local index");
    assert_eq!(splits(soon().split_by_sort_key(false), false, Box::new(spread())).await.splits, 0, "not allowed");
}

#[tokio::test]
async fn unreachable_split_settings_never_split() {
    for partitions in [
        soon().split_share(1.1),
        soon().split_share(f64::NAN),
        soon().dominant_key_share(-1.0),
        soon().dominant_key_share(f64::NAN),
        soon().split_after(Duration::MAX),
        soon().heat_window(Duration::ZERO),
    ] {
        let load = Load::start(partitions, false).await;
        let keys = load.keys(20).await;
        load.run(&keys, 10).await;
        assert_eq!(load.snapshot().table.splits, 0);
    }
}

#[tokio::test]
async fn same_seed_and_requests_give_the_same_snapshot() {
    let mut snapshots = Vec::new();
    for seed in [3, 3, 4] {
        let load = Load::start(soon().seed(seed).hottest_keys(5), false).await;
        let keys: Vec<String> = (0..40).map(|number| format!("key{number}")).collect();
        load.run(&keys, 3).await;
        load.run(&keys[..12], 12).await;
        snapshots.push(load.snapshot());
    }
    assert_eq!(snapshots[0], snapshots[1]);
    assert_ne!(snapshots[0], snapshots[2]);
    assert_eq!(snapshots[0].table.hottest.len(), 5);
}
