// The reads of each entity keep the quota of 30,000 RCU/s, and both go to one table.

#![deny(deprecated)]

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(quota(reads = 30_000))]
#[entities(User, Device)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "USER#<id>")]
#[sk(template = "PROFILE")]
#[peak(writes_per_second = 20, item_bytes = 300, reads_per_second = 60_000)]
struct User {
    id: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "DEVICE#<id>")]
#[sk(template = "STATE")]
#[peak(writes_per_second = 20, item_bytes = 300, reads_per_second = 1)]
struct Device {
    id: String,
}

fn main() {}
