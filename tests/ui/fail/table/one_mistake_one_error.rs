// The unnamed index is the mistake. The entity that writes into it is not told that the index is unknown.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(nam = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[entities(Invoice)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "INVOICE#<id>")]
#[sk(template = "INVOICE")]
#[gsi(index = "GSI1", query = by_owner, pk = "OWNER#<owner>", sk = "INVOICE#<id>")]
struct Invoice {
    id: String,
    owner: String,
}

fn main() {}
