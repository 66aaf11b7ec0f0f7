// Reads would take the partition key for an older name of the field.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "ORDER#<id>")]
#[sk(template = "ORDER")]
struct Order {
    id: String,
    #[serde(alias = "PK")]
    status: String,
}

fn main() {}
