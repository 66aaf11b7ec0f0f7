//! silent: the day stands in the key, and the hash is of ids, which differ within a moment: 50 keys a day.

use chrono::NaiveDate;
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "VISITS#<on>")]
#[shard(hash(id), count = 50)]
#[sk(template = "<id>")]
#[peak(writes_per_second = 5_000, item_bytes = 400)]
struct Visit {
    on: NaiveDate,
    id: String,
    page: String,
}
