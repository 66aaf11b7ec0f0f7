// Each minute has new keys: 1,440 roll-overs a day, of which up to one in a thousand overloads a partition.

#![deny(deprecated)]

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "OPS_LOG#<at:minute>")]
#[shard(random = 30)]
#[sk(template = "<at>#<call_id>")]
#[peak(writes_per_second = 5_000, item_bytes = 700)]
struct OpsLog {
    at: DateTime<Utc>,
    call_id: String,
}

fn main() {}
