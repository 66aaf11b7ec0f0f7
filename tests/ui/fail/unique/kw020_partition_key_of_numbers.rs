// Sentinels are named by a text.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(pk(name = "id", type = "N"))]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "<id>")]
#[sk(template = "PROFILE")]
struct User {
    id: u64,
    #[entity(unique)]
    email: String,
}

fn main() {}
