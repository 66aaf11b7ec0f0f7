// The table is sharded and the index is not: there, all writes of a day go to one partition key.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "OPS_LOG#<at:day>")]
#[shard(random = 10)]
#[sk(template = "<at>#<call_id>")]
#[gsi(index = "GSI1", query = by_day, pk = "BY_DAY#<at:day>", sk = "<at>")]
#[peak(writes_per_second = 2_000, item_bytes = 700)]
struct OpsLog {
    at: DateTime<Utc>,
    call_id: String,
}

fn main() {}
