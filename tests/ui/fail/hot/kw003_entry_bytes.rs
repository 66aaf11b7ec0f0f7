// The declared bytes of the index's entries decide, although it projects only keys: 2 WCU, and 600 of them are 1,200.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "keys_only")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "UPLOAD#<id>")]
#[sk(template = "UPLOAD")]
#[gsi(
    index = "GSI1",
    query = by_day,
    pk = "UPLOADS#<at:day>",
    sk = "<at>",
    peak(creates = 600, item_bytes = 1_025)
)]
#[peak(creates = 600, item_bytes = 20_000)]
struct Upload {
    id: String,
    at: DateTime<Utc>,
    text: String,
}

fn main() {}
