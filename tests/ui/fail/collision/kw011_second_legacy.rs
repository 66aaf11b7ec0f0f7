// `Call` could write what `OpsLog` wrote under the older of its two older keys.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[entities(OpsLog, Call)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "OPS_LOG#<at:day>", legacy(template = "OPS_LOG#<at:month>"), legacy(template = "LOG", shards = 4))]
#[shard(random = 10)]
#[sk(template = "<at>#<call_id>")]
struct OpsLog {
    at: DateTime<Utc>,
    call_id: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "LOG#3", allow_hot = "50 a day")]
#[sk(template = "<at>#<id>")]
struct Call {
    at: DateTime<Utc>,
    id: String,
}

fn main() {}
