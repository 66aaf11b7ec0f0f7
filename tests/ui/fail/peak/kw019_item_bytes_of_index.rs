// The peak of the index, the only one, declares an item over 400 KB.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "CALL#<call_id>")]
#[sk(template = "<at>")]
#[gsi(
    index = "GSI1",
    query = by_day,
    pk = "CALL#<call_id>",
    sk = "<at>",
    peak(writes_per_second = 50, item_bytes = 500_000)
)]
struct OpsLog {
    at: DateTime<Utc>,
    call_id: String,
}

fn main() {}
