// Each of 801 reads a second visits 100 shards, at 0.5 RCU: 50 units more than the table's quota.

#![deny(deprecated)]

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "CALL#<caller>")]
#[shard(random = 100)]
#[sk(template = "<id>")]
#[peak(writes_per_second = 2_000, item_bytes = 400, reads_per_second = 801)]
struct Call {
    caller: String,
    id: String,
}

fn main() {}
