// Four values carry 3,000 WCU/s if they are equally frequent; one that takes more than a third throttles.

#![deny(deprecated)]

use keywright::{Entity, KeyEnum, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(KeyEnum, Serialize, Deserialize)]
enum Region {
    Africa,
    America,
    Asia,
    Europe,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "REGION#<region>")]
#[sk(template = "<id>")]
#[peak(writes_per_second = 3_000, item_bytes = 300)]
struct Visit {
    region: Region,
    id: String,
}

fn main() {}
