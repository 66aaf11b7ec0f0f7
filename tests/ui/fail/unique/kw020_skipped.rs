// What serde skips is not stored.

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
    #[entity(unique)]
    #[serde(skip)]
    email: String,
}

fn main() {}
