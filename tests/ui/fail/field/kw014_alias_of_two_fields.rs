// Serde would read one attribute into two fields.

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
    #[serde(alias = "state")]
    status: String,
    #[serde(alias = "state")]
    phase: String,
}

fn main() {}
