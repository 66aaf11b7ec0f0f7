// The attribute is there, its template is not.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk]
#[sk(template = "USER")]
struct User {
    id: String,
}

fn main() {}
