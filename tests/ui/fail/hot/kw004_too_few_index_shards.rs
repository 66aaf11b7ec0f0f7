// The index has its own shards, and two of them do not carry the peak.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "BRAND#<id>")]
#[sk(template = "BRAND")]
#[gsi(index = "GSI1", query = all, pk = "BRAND_INDEX", sk = "<id>", shard(random = 2))]
#[peak(writes_per_second = 5_000, item_bytes = 400)]
struct Brand {
    id: String,
}

fn main() {}
