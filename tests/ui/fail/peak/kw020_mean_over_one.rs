// A mean above the peak.

use keywright::{Entity, Table};

#[derive(Table)]
struct Platform;

#[derive(Entity)]
#[entity(table = Platform)]
#[pk(template = "USER#<id>")]
#[sk(template = "PROFILE")]
#[peak(creates = 400, item_bytes = 300, mean = 1.5)]
struct User {
    id: String,
}

fn main() {}
