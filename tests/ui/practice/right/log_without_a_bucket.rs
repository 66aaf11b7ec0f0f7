//! silent: 5,000 writes/s on 50 keys for good; they are placed once, with no roll-over.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "OPS_LOG")]
#[shard(random = 50)]
#[sk(template = "<at>#<call_id>")]
#[peak(writes_per_second = 5_000, item_bytes = 700)]
struct OpsLog {
    at: DateTime<Utc>,
    call_id: String,
    agent: String,
}
