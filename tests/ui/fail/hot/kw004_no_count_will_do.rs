// Items of 100 KB cost 98 WCU each: no number of shards keeps the margin.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "OPS_LOG#<at:day>")]
#[shard(random = 9)]
#[sk(template = "<at>#<call_id>")]
#[peak(writes_per_second = 90_000, item_bytes = 100_000)]
struct OpsLog {
    at: DateTime<Utc>,
    call_id: String,
}

fn main() {}
