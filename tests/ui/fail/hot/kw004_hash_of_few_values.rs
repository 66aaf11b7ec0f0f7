// A hash of a field of three values reaches three of the ten shards.

use chrono::{DateTime, Utc};
use keywright::{Entity, KeyEnum, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "JOB#<at:day>")]
#[shard(hash(status), count = 10)]
#[sk(template = "<at>#<status>#<id>")]
#[peak(writes_per_second = 5_000, item_bytes = 700)]
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
