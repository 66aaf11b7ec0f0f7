// 5,000 reads a second of single items would fit; of the newest 50 they do not.

#![deny(deprecated)]

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "OPS_LOG#<at:day>")]
#[shard(random = 10)]
#[sk(template = "<at>#<id>")]
#[peak(writes_per_second = 2_000, item_bytes = 700, reads_per_second = 5_000)]
struct OpsLog {
    at: DateTime<Utc>,
    id: String,
}

fn main() {}
