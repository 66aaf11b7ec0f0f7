// An update never changes the table's key: the share of those that change a key stands in an index's peak.

use keywright::{Entity, Table};

#[derive(Table)]
struct Platform;

#[derive(Entity)]
#[entity(table = Platform)]
#[pk(template = "USER#<id>")]
#[sk(template = "PROFILE")]
#[peak(updates = 500, moves = 0.2, item_bytes = 300)]
struct User {
    id: String,
}

fn main() {}
