// Every reader of the newest items visits every shard, so that ten shards serve no more readers than one.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "OPS_LOG#<at:day>")]
#[shard(random = 10)]
#[sk(template = "<at>#<id>")]
#[peak(writes_per_second = 2_000, item_bytes = 700, reads_per_second = 8_000)]
struct OpsLog {
    at: DateTime<Utc>,
    id: String,
}

fn main() {}
