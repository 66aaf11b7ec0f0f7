//! KW003: the table has shards enough, and its index sends all writes of an hour to one key.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "OPS_LOG#<at:day>")]
#[shard(random = 50)]
#[sk(template = "<at>#<id>")]
#[gsi(index = "GSI1", query = by_hour, pk = "HOUR#<at:hour>", sk = "<at>#<id>")]
#[peak(writes_per_second = 5_000, item_bytes = 700)]
struct OpsLog {
    at: DateTime<Utc>,
    id: String,
}

fn main() {}
