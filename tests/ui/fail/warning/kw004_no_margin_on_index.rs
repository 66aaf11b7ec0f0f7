// The table key is as good as unique; the five shards of the index carry the mean and nothing more.

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
#[gsi(index = "GSI1", query = all, pk = "BRAND_INDEX", sk = "<id>", shard(random = 50))]
#[peak(writes_per_second = 50_000, item_bytes = 400)]
struct Brand {
    id: String,
}

fn main() {}
