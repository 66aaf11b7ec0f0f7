// Each of the two lanes of a new day serves 1,600 RCU/s, and both are on one of 40 partitions on one day in 40.

#![deny(deprecated)]

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "OPS_LOG#<at:day>")]
#[shard(random = 2)]
#[sk(template = "<at>#<call_id>")]
#[peak(writes_per_second = 200, item_bytes = 400, reads(queries = 3_200, items = 1))]
struct OpsLog {
    at: DateTime<Utc>,
    call_id: String,
}

fn main() {}
