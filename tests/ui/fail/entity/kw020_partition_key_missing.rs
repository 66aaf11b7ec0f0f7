// An item has a partition key.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[sk(template = "USER")]
struct User {
    id: String,
}

fn main() {}
