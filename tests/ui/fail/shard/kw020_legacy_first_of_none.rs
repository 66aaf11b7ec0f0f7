// There were no shards that could be counted.

use keywright::{Entity, Table};

#[derive(Table)]
struct Platform;

#[derive(Entity)]
#[entity(table = Platform)]
#[pk(template = "USER#<id>", legacy(template = "USERS#<id>", first = 1))]
#[sk(template = "PROFILE")]
struct User {
    id: String,
}

fn main() {}
