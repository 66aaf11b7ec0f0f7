// The reason says that the key stays small, and the peak is 20 times what its partition carries.

#![deny(deprecated)]

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "OPS_LOG#<at:day>", allow_hot = "a few calls a minute")]
#[sk(template = "<at>#<call_id>")]
#[peak(writes_per_second = 20_000, item_bytes = 700)]
struct OpsLog {
    at: DateTime<Utc>,
    call_id: String,
}

fn main() {}
