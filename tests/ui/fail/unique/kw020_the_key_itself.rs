// Users of one mail have one key.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "USER#<email>")]
#[sk(template = "PROFILE")]
struct User {
    #[entity(unique)]
    email: String,
    name: String,
}

fn main() {}
