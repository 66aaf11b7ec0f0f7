// The shards of an older key were one or the other.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "OPS_LOG#<at:day>", legacy(template = "OPS_LOG", shards = 4, hash(call_id), count = 4))]
#[sk(template = "<at>#<call_id>")]
struct OpsLog {
    at: DateTime<Utc>,
    call_id: String,
}

fn main() {}
