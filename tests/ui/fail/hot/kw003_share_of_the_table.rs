// The table's share is that of one tenant, and all tenants write to the index key of the day.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "TENANT#<tenant>#<at:day>")]
#[sk(template = "<at>")]
#[gsi(index = "GSI1", query = by_day, pk = "DAY#<at:day>", sk = "<at>")]
#[peak(creates = 5_000, item_bytes = 300, top_share = 0.05)]
struct Event {
    tenant: String,
    at: DateTime<Utc>,
}

fn main() {}
