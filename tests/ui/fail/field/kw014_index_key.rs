// The field is the partition key of an index, which the entity writes as something else.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "ByOwner", pk = "owner")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "ORDER#<id>")]
#[sk(template = "ORDER")]
#[gsi(index = "ByOwner", query = by_owner, pk = "OWNER#<owner>")]
struct Order {
    id: String,
    owner: String,
}

fn main() {}
