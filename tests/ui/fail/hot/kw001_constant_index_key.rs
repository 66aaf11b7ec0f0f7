// The table key varies, but in the index every item has the same partition key.

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
struct Brand {
    id: String,
}

fn main() {}
