// The share of a peak is that of the partition key before its shards, and all writes have the key of the day.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "READINGS#<at:day>")]
#[shard(hash(device), count = 10)]
#[sk(template = "<at>#<device>")]
#[peak(writes_per_second = 5_000, item_bytes = 300, top_share = 0.1)]
struct Reading {
    at: DateTime<Utc>,
    device: String,
}

fn main() {}
