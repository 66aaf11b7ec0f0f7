//! KW003: a key of epoch seconds takes all 5,000 writes of its second.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "EVENT#<at:epoch>")]
#[sk(template = "<id>")]
#[peak(writes_per_second = 5_000, item_bytes = 500)]
struct Event {
    at: DateTime<Utc>,
    id: String,
}

fn main() {}
