//! silent: each of three statuses has 50 shards, and one status alone carries the whole peak.

use chrono::{DateTime, Utc};
use keywright::{Entity, KeyEnum, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "JOB#<status>")]
#[shard(hash(at, id), count = 50)]
#[sk(template = "<at>#<id>")]
#[peak(writes_per_second = 5_000, item_bytes = 400)]
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
