// Two million writes a second need more shards than a read can visit.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "OPS_LOG#<at:day>")]
#[sk(template = "<at>#<call_id>")]
#[peak(writes_per_second = 2_000_000, item_bytes = 100)]
struct OpsLog {
    at: DateTime<Utc>,
    call_id: String,
}

fn main() {}
