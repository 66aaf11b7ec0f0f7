// The share of the reads differs from that of the writes.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "CALL#<caller>")]
#[sk(template = "<id>")]
#[peak(creates = 500, item_bytes = 700, top_share = 0.01, reads(gets = 60_020, top_share = 0.1))]
struct Call {
    caller: String,
    id: String,
}

fn main() {}
