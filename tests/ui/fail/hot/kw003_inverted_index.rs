// The sort key is a date, so that the inverted index has one partition key a day.

use chrono::NaiveDate;
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "Inverted", pk = "SK", sk = "PK")]
#[entities(Visit)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "USER#<user>")]
#[sk(template = "VISIT#<on>")]
#[peak(writes_per_second = 5_000, item_bytes = 200)]
struct Visit {
    user: String,
    on: NaiveDate,
}

fn main() {}
