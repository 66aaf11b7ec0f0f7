// Which of the two is the sort key?

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "USER#<id>")]
#[sk(template = "USER")]
#[sk(template = "PROFILE")]
struct User {
    id: String,
}

fn main() {}
