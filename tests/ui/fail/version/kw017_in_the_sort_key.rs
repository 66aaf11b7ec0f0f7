// Each write would be of another item.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "ORDER#<id>")]
#[sk(template = "V#<version>")]
struct Order {
    id: String,
    #[entity(version)]
    version: u64,
}

fn main() {}
