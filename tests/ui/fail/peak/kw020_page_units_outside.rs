// The units are those of a page.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "CUSTOMER#<customer>", max_rcu = 40)]
#[sk(template = "ORDER#<number>")]
#[peak(creates = 100, item_bytes = 700)]
struct Order {
    customer: String,
    number: u32,
}

fn main() {}
