// One tenant has 30 % of the writes, and its city has all of them.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "CITY#<city>#TENANT#<tenant>")]
#[shard(random = 6)]
#[sk(template = "<at>")]
#[gsi(index = "GSI1", query = by_city, pk = "CITY#<city>", sk = "<at>")]
#[peak(creates = 5_000, item_bytes = 300, top_share = 0.3)]
struct Event {
    city: String,
    tenant: String,
    at: DateTime<Utc>,
}

fn main() {}
