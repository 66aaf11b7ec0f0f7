// The reads of each entity fit, and both are read by the key of the day.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[entities(Call, Alarm)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "DAY#<at:day>")]
#[sk(template = "CALL#<id>")]
#[peak(creates = 500, item_bytes = 700, reads(gets = 4_000))]
struct Call {
    at: DateTime<Utc>,
    id: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "DAY#<at:day>")]
#[sk(template = "ALARM#<id>")]
#[peak(creates = 100, item_bytes = 700, reads(gets = 2_001))]
struct Alarm {
    at: DateTime<Utc>,
    id: String,
}

fn main() {}
