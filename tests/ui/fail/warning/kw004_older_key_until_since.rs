// Until the first of August, all writes go to the key of the day, which has no shards.

#![deny(deprecated)]

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "LOG#<at:day>", since = "2027-08-01T00:00:00Z", legacy(template = "OPS_LOG#<at:day>"))]
#[shard(hash(call_id), count = 30)]
#[sk(template = "<at>#<call_id>")]
#[peak(writes_per_second = 5_000, item_bytes = 700)]
struct OpsLog {
    at: DateTime<Utc>,
    call_id: String,
}

fn main() {}
