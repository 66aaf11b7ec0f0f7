//! silent: orders under their customer, and by id in an index; nothing is known to be hot.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[entities(Order)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "ORDER#<placed>#<id>")]
#[gsi(index = "GSI1", query = by_id, pk = "ORDER#<id>", sk = "ORDER")]
#[peak(writes_per_second = 80, item_bytes = 800)]
struct Order {
    customer: String,
    id: String,
    placed: DateTime<Utc>,
    total_cents: u64,
}
