// An item has a key at least.

use keywright::{Entity, Table};

#[derive(Table)]
struct Platform;

#[derive(Entity)]
#[entity(table = Platform)]
#[pk(template = "USER#<id>")]
#[sk(template = "PROFILE")]
#[peak(writes_per_second = 500, item_bytes = 0)]
struct User {
    id: String,
}

fn main() {}
