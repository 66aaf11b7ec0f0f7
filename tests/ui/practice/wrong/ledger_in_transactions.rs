//! KW003: 700 entries/s fit the key of a day, and written in transactions they cost twice that.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "LEDGER#<at:day>")]
#[sk(template = "<at>#<id>")]
#[peak(creates = 700, item_bytes = 400, in_transactions = 1.0)]
struct LedgerEntry {
    at: DateTime<Utc>,
    id: String,
    cents: i64,
}

fn main() {}
