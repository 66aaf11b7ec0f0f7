// One device makes 30 % of the writes, and its hash is always the same shard.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "READINGS#<at:day>")]
#[shard(hash(device, top_share = 0.3), count = 10)]
#[sk(template = "<at>#<device>")]
#[peak(writes_per_second = 5_000, item_bytes = 300)]
struct Reading {
    at: DateTime<Utc>,
    device: String,
}

fn main() {}
