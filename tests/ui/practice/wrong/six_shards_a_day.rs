//! KW004: 6 shards carry the mean of 5,000 writes/s, but no partition carries two of them: a warning.

#![deny(deprecated)]

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "LOG#<at:day>")]
#[shard(random = 6)]
#[sk(template = "<at>#<id>")]
#[peak(writes_per_second = 5_000, item_bytes = 500)]
struct Event {
    at: DateTime<Utc>,
    id: String,
}

fn main() {}
