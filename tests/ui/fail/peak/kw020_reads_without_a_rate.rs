// Reads without a rate, and an option of `reads(..)` outside of it.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "CALL#<caller>")]
#[sk(template = "<id>")]
#[peak(creates = 5, item_bytes = 700, gets = 5, reads(consistent = 0.1))]
struct Call {
    caller: String,
    id: String,
}

fn main() {}
