// A write of 3,000 bytes costs 4 WCU: 5,000 of them a second are 20,000, and four shards carry 4,000.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "OPS_LOG#<at:day>")]
#[shard(hash(at, call_id), count = 4)]
#[sk(template = "<at>#<call_id>")]
#[peak(writes_per_second = 5_000, item_bytes = 3_000)]
struct OpsLog {
    at: DateTime<Utc>,
    call_id: String,
}

fn main() {}
