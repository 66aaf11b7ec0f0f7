//! silent: all invoices of a month under one key, which carries the declared peak of the month-end run.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "INVOICES#<issued:month>")]
#[sk(template = "<issued>#<number>")]
#[peak(writes_per_second = 100, item_bytes = 900)]
struct Invoice {
    issued: DateTime<Utc>,
    number: u64,
    customer: String,
    total_cents: u64,
}
