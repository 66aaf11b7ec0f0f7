// What lies in a struct, its type does not say to us: the caller names it.

use keywright::{Entity, Key, Table, update::ItemUpdate};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Shop;

#[derive(Serialize, Deserialize)]
struct Address {
    city: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "ORDER#<id>")]
#[sk(template = "ORDER")]
struct Order {
    id: u32,
    address: Address,
}

fn change(key: Key<Order>) -> ItemUpdate<Order> {
    ItemUpdate::new(key).set(Order::ADDRESS.entry("city"), "Bonn")
}

fn main() {}
