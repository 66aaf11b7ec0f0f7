// As in the table, on an index whose bucket is an option.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "CALL#<call_id>")]
#[sk(template = "CALL")]
#[gsi(index = "GSI1", query = newest, pk = "OPS_LOG#<at>", sk = "<at>#<call_id>", bucket = "minute")]
#[peak(writes_per_second = 5_000, item_bytes = 700)]
struct OpsLog {
    at: DateTime<Utc>,
    call_id: String,
}

fn main() {}
