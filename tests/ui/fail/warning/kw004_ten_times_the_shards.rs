// 100 WCU/s need one shard, and each read visits 40.

#![deny(deprecated)]

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "OPS_LOG#<at:day>")]
#[shard(random = 40)]
#[sk(template = "<at>#<call_id>")]
#[peak(writes_per_second = 100, item_bytes = 700)]
struct OpsLog {
    at: DateTime<Utc>,
    call_id: String,
}

fn main() {}
