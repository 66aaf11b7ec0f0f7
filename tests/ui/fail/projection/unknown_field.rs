// The entity has no field of that name.

use keywright::{Entity, Projection, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "ORDER#<id>")]
struct Order {
    customer: String,
    id: u32,
    total: u64,
}

#[derive(Projection, Deserialize)]
#[projection(of = Order)]
struct OrderTotal {
    id: u32,
    totl: u64,
}

fn main() {}
