// The field `total` is the constant `Order::TOTAL`, and the user has one of that name: rustc says so.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "ORDER#<id>")]
#[sk(template = "ORDER")]
struct Order {
    id: String,
    total: u64,
}

impl Order {
    const TOTAL: u64 = 7;
}

fn main() {}
