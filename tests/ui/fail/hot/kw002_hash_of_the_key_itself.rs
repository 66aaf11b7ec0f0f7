// The hashed field stands in the partition key: each key always meets the same one of its 40 shards.

use chrono::{DateTime, Utc};
use keywright::{Entity, KeyEnum, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "JOB#<status>")]
#[shard(hash(status), count = 40)]
#[sk(template = "<at>#<id>")]
#[peak(writes_per_second = 5_000, item_bytes = 300)]
struct Job {
    status: Status,
    at: DateTime<Utc>,
    id: String,
}

#[derive(KeyEnum, Serialize, Deserialize)]
enum Status {
    Open,
    Done,
    Failed,
}

fn main() {}
