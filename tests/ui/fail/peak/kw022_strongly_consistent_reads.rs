// The reads fit if they are eventually consistent.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "CALL#<at:day>")]
#[sk(template = "<at>#<id>")]
#[peak(creates = 500, item_bytes = 700, reads(queries = 500, items = 50, gets = 1_000, consistent = 0.2))]
struct Call {
    at: DateTime<Utc>,
    id: String,
}

fn main() {}
