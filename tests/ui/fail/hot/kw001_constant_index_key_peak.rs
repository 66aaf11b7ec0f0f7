// The entity's peak falls on the index too, where every item has the same partition key.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "BRAND#<id>")]
#[sk(template = "BRAND")]
#[gsi(index = "GSI1", query = all, pk = "BRAND_INDEX", sk = "<id>")]
#[peak(writes_per_second = 3_000, item_bytes = 400)]
struct Brand {
    id: String,
}

fn main() {}
