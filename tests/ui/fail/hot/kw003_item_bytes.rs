// Items of 1,025 bytes cost 2 WCU, and 600 of them are 1,200.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "OPS_LOG#<at:day>")]
#[sk(template = "<at>#<call_id>")]
#[peak(writes_per_second = 600, item_bytes = 1_025)]
struct OpsLog {
    at: DateTime<Utc>,
    call_id: String,
}

fn main() {}
