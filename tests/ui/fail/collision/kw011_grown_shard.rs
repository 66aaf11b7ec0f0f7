// Shards of two digits are apart from `LOG#150`; those that are to come are not.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[entities(OpsLog, Call)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "LOG#<shard:02>")]
#[shard(random = 100, grow(at = "2027-01-01T00:00:00Z", count = 200))]
#[sk(template = "<at>#<call_id>")]
struct OpsLog {
    at: DateTime<Utc>,
    call_id: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "LOG#150", allow_hot = "50 a day")]
#[sk(template = "<at>#<id>")]
struct Call {
    at: DateTime<Utc>,
    id: String,
}

fn main() {}
