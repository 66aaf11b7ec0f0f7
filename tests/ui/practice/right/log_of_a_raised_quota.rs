//! silent: 20,000 writes/s on 200 new keys an hour need 128 partitions, and the quota says so.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(quota = 150_000)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "OPS_LOG#<at:hour>")]
#[shard(random = 200)]
#[sk(template = "<at>#<call_id>")]
#[peak(writes_per_second = 20_000, item_bytes = 700)]
struct OpsLog {
    at: DateTime<Utc>,
    call_id: String,
    agent: String,
}
