// Each write would move it in the index, which a version is not for.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "ORDER#<id>")]
#[sk(template = "ORDER")]
#[gsi(index = "GSI1", query = by_customer, pk = "CUSTOMER#<customer>", sk = "<version>")]
struct Order {
    id: String,
    customer: String,
    #[entity(version)]
    version: u64,
}

fn main() {}
