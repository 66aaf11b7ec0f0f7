//! silent: 12,000 writes/s on 240 new keys a day hold on 40 partitions.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "OPS_LOG#<at:day>")]
#[shard(hash(at, call_id), count = 240)]
#[sk(template = "<at>#<call_id>")]
#[peak(writes_per_second = 12_000, item_bytes = 700)]
struct OpsLog {
    at: DateTime<Utc>,
    call_id: String,
    agent: String,
}
