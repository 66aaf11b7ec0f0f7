// Each peak keeps the quota of 40,000 WCU/s, and both go to one table.

#![deny(deprecated)]

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[entities(User, Device)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "USER#<id>")]
#[sk(template = "PROFILE")]
#[peak(writes_per_second = 20_000, item_bytes = 300)]
struct User {
    id: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "DEVICE#<id>")]
#[sk(template = "STATE")]
#[peak(writes_per_second = 20_000, item_bytes = 300)]
struct Device {
    id: String,
}

fn main() {}
