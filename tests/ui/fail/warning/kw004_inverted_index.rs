// The mean of the peak fits the one partition key of the inverted index, but a busy second does not.

#![deny(deprecated)]

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "Inverted", pk = "SK", sk = "PK")]
#[entities(Profile)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "USER#<id>")]
#[sk(template = "PROFILE")]
#[peak(writes_per_second = 950, item_bytes = 400)]
struct Profile {
    id: String,
}

fn main() {}
