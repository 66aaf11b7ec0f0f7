// `writes_per_second` is short for `creates`.

use keywright::{Entity, Table};

#[derive(Table)]
struct Platform;

#[derive(Entity)]
#[entity(table = Platform)]
#[pk(template = "USER#<id>")]
#[sk(template = "PROFILE")]
#[peak(writes_per_second = 500, creates = 400, item_bytes = 300)]
struct User {
    id: String,
}

fn main() {}
