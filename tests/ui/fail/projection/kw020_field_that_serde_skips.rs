// No item has an attribute of a field that serde skips.

use keywright::{Entity, Projection, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "ORDER#<id>")]
#[sk(template = "ORDER")]
struct Order {
    id: u32,
    #[serde(skip)]
    cached: u64,
}

#[derive(Projection, Deserialize)]
#[projection(of = Order)]
struct OrderTotal {
    id: u32,
    cached: u64,
}

fn main() {}
