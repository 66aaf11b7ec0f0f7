// The mean of a month, as a share of the peak and as a number of writes.

use keywright::{Entity, Table};

#[derive(Table)]
struct Platform;

#[derive(Entity)]
#[entity(table = Platform)]
#[pk(template = "USER#<id>")]
#[sk(template = "PROFILE")]
#[peak(creates = 400, item_bytes = 300, mean = 0.2, per_month = 200_000_000)]
struct User {
    id: String,
}

fn main() {}
