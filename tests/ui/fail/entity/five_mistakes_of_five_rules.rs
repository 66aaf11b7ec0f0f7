// What the compiler must evaluate is said all at once too: five mistakes, three errors. Those of one key are one error.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "THREAT#<brand><id>")]
#[sk(template = "ALERT#<rank>")]
#[gsi(index = "GSI1", query = recent, pk = "RECENT#<at:day>", sk = "<at:w8>")]
#[peak(writes_per_second = 5_000, item_bytes = 700)]
struct Threat {
    brand: String,
    at: DateTime<Utc>,
    id: String,
    rank: Option<u8>,
    #[serde(rename = "_et")]
    kind: String,
}

fn main() {}
