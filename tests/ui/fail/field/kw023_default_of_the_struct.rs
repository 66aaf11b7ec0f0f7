// A default of the struct is one of each field.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Default, Entity, Serialize, Deserialize)]
#[serde(default)]
#[entity(table = Platform)]
#[pk(template = "USER#<id>")]
#[sk(template = "PROFILE")]
struct User {
    id: u64,
    name: String,
}

fn main() {}
