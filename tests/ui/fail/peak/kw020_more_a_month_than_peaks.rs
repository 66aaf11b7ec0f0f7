// More writes a month than the peak would write if it lasted all month.

use keywright::{Entity, Table};

#[derive(Table)]
struct Platform;

#[derive(Entity)]
#[entity(table = Platform)]
#[pk(template = "USER#<id>")]
#[sk(template = "PROFILE")]
#[peak(creates = 300, updates = 100, item_bytes = 300, per_month = 2_000_000_000)]
struct User {
    id: String,
}

fn main() {}
