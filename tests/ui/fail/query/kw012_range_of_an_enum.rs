// The statuses sort by their texts, which is not their order.

use chrono::{DateTime, Utc};
use keywright::{Entity, KeyEnum, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "JOB#<id>")]
#[sk(template = "<status>#<at>")]
struct Job {
    id: String,
    status: Status,
    at: DateTime<Utc>,
}

#[derive(KeyEnum, Serialize, Deserialize)]
enum Status {
    Open,
    Done,
    Failed,
}

fn main() {
    let _ = Job::query("a").between(Status::Open..);
}
