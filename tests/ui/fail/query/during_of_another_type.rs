// The bucket's field is a time, and the range is of texts.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "JOB#<owner>#<at:day>")]
#[sk(template = "<id>")]
struct Job {
    owner: String,
    at: DateTime<Utc>,
    id: String,
}

fn main() {
    let _ = Job::query("a").during("2026-06-22"..);
}
