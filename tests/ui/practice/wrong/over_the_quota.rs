//! KW004: 500 keys a day for 50,000 writes/s need 384 partitions, and the quota allows 40: a warning.

#![deny(deprecated)]

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "LOG#<at:day>")]
#[shard(random = 500)]
#[sk(template = "<at>#<id>")]
#[peak(writes_per_second = 50_000, item_bytes = 500)]
struct Event {
    at: DateTime<Utc>,
    id: String,
}

fn main() {}
