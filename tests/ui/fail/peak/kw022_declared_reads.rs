// A query of 50 items of 700 bytes costs 4.5 RCU: 500 a second and 1,501 reads of one item exceed 3,000 RCU/s.

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
#[peak(creates = 500, item_bytes = 700, reads(queries = 500, items = 50, gets = 1_501))]
struct Call {
    at: DateTime<Utc>,
    id: String,
}

fn main() {}
