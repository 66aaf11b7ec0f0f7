// `shards = 4` is the number already.

use keywright::{Entity, Table};

#[derive(Table)]
struct Platform;

#[derive(Entity)]
#[entity(table = Platform)]
#[pk(template = "USER#<id>", legacy(template = "USERS#<id>", shards = 4, count = 4))]
#[sk(template = "PROFILE")]
struct User {
    id: String,
}

fn main() {}
