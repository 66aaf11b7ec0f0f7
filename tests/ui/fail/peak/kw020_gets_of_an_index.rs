// An index has neither reads by the table's key nor strongly consistent ones.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "CALL#<caller>")]
#[sk(template = "<id>")]
#[peak(creates = 5, item_bytes = 700)]
#[gsi(
    index = "GSI1",
    query = by_id,
    pk = "ID#<id>",
    sk = "<caller>",
    peak(reads(gets = 500, queries = 3, consistent = 0.1))
)]
struct Call {
    caller: String,
    id: String,
}

fn main() {}
