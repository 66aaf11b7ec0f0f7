//! silent: orders are many; those that fail reach the index, whose own small peak one key a day carries.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "ORDER#<id>")]
#[sk(template = "ORDER")]
#[gsi(index = "GSI1", query = failed, pk = "FAILED#<failed:day>", sk = "<failed>", peak(writes_per_second = 50))]
#[peak(writes_per_second = 8_000, item_bytes = 900)]
struct Order {
    id: String,
    failed: Option<DateTime<Utc>>,
    total_cents: u64,
}
