//! silent: a handful of reports under their date; one key takes all writes of a day and carries them.

use chrono::NaiveDate;
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "REPORT#<on>")]
#[sk(template = "<branch>")]
#[peak(writes_per_second = 10, item_bytes = 900)]
struct DailyReport {
    on: NaiveDate,
    branch: String,
    revenue_cents: u64,
    visitors: u32,
}
