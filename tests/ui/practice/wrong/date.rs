//! KW003: all writes of a day go to the one key of its date, which carries a fifth of them.

use chrono::NaiveDate;
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "LOG#<on>")]
#[sk(template = "<id>")]
#[peak(writes_per_second = 5_000, item_bytes = 500)]
struct Event {
    on: NaiveDate,
    id: String,
}

fn main() {}
