// Three statuses on two shards each are six partition keys for 20,000 writes a second, whatever the day.

use chrono::{DateTime, Utc};
use keywright::{Entity, KeyEnum, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "JOB#<status>#<at:day>")]
#[shard(random = 2)]
#[sk(template = "<at>#<id>")]
#[peak(writes_per_second = 20_000, item_bytes = 300)]
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
