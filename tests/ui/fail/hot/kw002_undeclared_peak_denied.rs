// The table wants a declared peak wherever a partition key takes few values.

use chrono::{DateTime, Utc};
use keywright::{Entity, KeyEnum, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(undeclared_peak = "deny")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "JOB#<status>")]
#[sk(template = "<at>#<id>")]
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
