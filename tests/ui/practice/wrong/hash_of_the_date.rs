//! KW004: the hash is of the date that the key holds, so 12 shards are one on each day.

use chrono::NaiveDate;
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "LOG#<on>")]
#[shard(hash(on), count = 12)]
#[sk(template = "<id>")]
#[peak(writes_per_second = 5_000, item_bytes = 500)]
struct Event {
    on: NaiveDate,
    id: String,
}

fn main() {}
