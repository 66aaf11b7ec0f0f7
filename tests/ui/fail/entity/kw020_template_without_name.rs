// The template is an option with a name.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk("USER#<id>")]
#[sk(template = "USER")]
struct User {
    id: String,
}

fn main() {}
