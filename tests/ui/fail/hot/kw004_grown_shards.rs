// The peak is held against the shards that the key ends up with: 20 would not do either.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "OPS_LOG#<at:day>")]
#[shard(random = 10, grow(at = "2027-01-01T00:00:00Z", count = 20))]
#[sk(template = "<at>#<call_id>")]
#[peak(writes_per_second = 50_000, item_bytes = 700)]
struct OpsLog {
    at: DateTime<Utc>,
    call_id: String,
}

fn main() {}
