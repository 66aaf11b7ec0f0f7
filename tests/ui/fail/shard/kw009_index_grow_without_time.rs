// The index's shards grow with the time of the index's own key, which holds none.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "OPS_LOG#<call_id>")]
#[sk(template = "<at>")]
#[gsi(
    index = "GSI1",
    query = by_agent,
    pk = "AGENT#<agent>",
    sk = "<call_id>",
    shard(random = 10, grow(at = "2027-01-01T00:00:00Z", count = 40))
)]
struct OpsLog {
    agent: String,
    call_id: String,
    at: DateTime<Utc>,
}

fn main() {}
