// Shards grow with the time of a key, and this one holds none.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "OPS_LOG#<agent>")]
#[shard(random = 10, grow(at = "2027-01-01T00:00:00Z", count = 40))]
#[sk(template = "<call_id>")]
struct OpsLog {
    agent: String,
    call_id: String,
    at: DateTime<Utc>,
}

fn main() {}
