// A bucket is one value at a time, so the partition key still has two values at any moment.

#![deny(deprecated)]

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "TASK#<id>")]
#[sk(template = "TASK")]
#[gsi(index = "GSI1", query = by_done, pk = "DONE#<done>#<at:day>", sk = "<at>")]
struct Task {
    id: String,
    at: DateTime<Utc>,
    done: bool,
}

fn main() {}
