//! silent: all writes in transactions, two units each; the busiest account takes 8 of 4,000 units.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "ACCOUNT#<account>")]
#[sk(template = "<at>#<id>")]
#[peak(creates = 2_000, item_bytes = 400, in_transactions = 1.0, top_share = 0.002)]
struct Transfer {
    account: String,
    at: DateTime<Utc>,
    id: String,
    cents: i64,
}
