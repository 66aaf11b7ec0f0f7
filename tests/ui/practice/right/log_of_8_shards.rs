//! silent: 2,000 writes/s on 8 new keys a day hold on 16 partitions at each midnight.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "OPS_LOG#<at:day>")]
#[shard(random = 8)]
#[sk(template = "<at>#<call_id>")]
#[peak(writes_per_second = 2_000, item_bytes = 700)]
struct OpsLog {
    at: DateTime<Utc>,
    call_id: String,
    agent: String,
}
