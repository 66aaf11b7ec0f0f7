// There is no such field.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "USER#<id>")]
#[sk(template = "PROFILE")]
struct User {
    id: String,
    tenant: String,
    #[entity(unique(within = tennant))]
    email: String,
}

fn main() {}
