// A price is not text.

use keywright::{Entity, Key, Table, update::ItemUpdate};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "ORDER#<id>")]
#[gsi(index = "GSI1", query = by_cents, pk = "CUSTOMER#<customer>", sk = "<cents>")]
struct Order {
    customer: String,
    id: u32,
    cents: u64,
}

fn change(key: Key<Order>) -> ItemUpdate<Order> {
    ItemUpdate::new(key).set(Order::CENTS, "much")
}

fn main() {}
