// A read by the key requests one item.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "CALL#<caller>")]
#[sk(template = "<id>")]
#[peak(creates = 5, item_bytes = 700, reads(gets = 500, items = 50))]
struct Call {
    caller: String,
    id: String,
}

fn main() {}
