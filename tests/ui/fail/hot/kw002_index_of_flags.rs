// A flag has two values, so all 5,000 writes a second go to two partition keys of the index.

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
#[gsi(index = "GSI1", query = by_done, pk = "DONE#<done>", sk = "<at>")]
#[peak(writes_per_second = 5_000, item_bytes = 300)]
struct Task {
    id: String,
    at: DateTime<Utc>,
    done: bool,
}

fn main() {}
