// An item of no name belongs to no entity.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform, name = "")]
#[pk(template = "USER#<id>")]
#[sk(template = "USER")]
struct User {
    id: String,
}

fn main() {}
