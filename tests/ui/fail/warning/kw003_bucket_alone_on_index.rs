// The table is sharded and silent; the index has a day alone as its partition key.

#![deny(warnings)]

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
struct OpsLog {
    at: DateTime<Utc>,
    call_id: String,
}

fn main() {}
