// 90 of what?

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "USER#<id>", retention = "90")]
#[sk(template = "USER")]
struct User {
    id: String,
}

fn main() {}
