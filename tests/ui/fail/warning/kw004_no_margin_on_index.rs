// The table's key takes many values; the shards of the index carry the mean, and no busy second.

#![deny(deprecated)]

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "BRAND#<id>")]
#[sk(template = "BRAND")]
#[gsi(index = "GSI1", query = all, pk = "BRAND_INDEX", sk = "<id>", shard(random = 27))]
#[peak(writes_per_second = 25_000, item_bytes = 400)]
struct Brand {
    id: String,
}

fn main() {}
