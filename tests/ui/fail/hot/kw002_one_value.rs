// An enum of one variant makes one partition key.

use chrono::{DateTime, Utc};
use keywright::{Entity, KeyEnum, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "JOB#<kind>")]
#[sk(template = "<at>#<id>")]
#[peak(writes_per_second = 5_000, item_bytes = 300)]
struct Job {
    kind: Kind,
    at: DateTime<Utc>,
    id: String,
}

#[derive(KeyEnum, Serialize, Deserialize)]
enum Kind {
    Batch,
}

fn main() {}
