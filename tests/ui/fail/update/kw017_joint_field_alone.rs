// The index key holds the region too, which the update does not know.

use keywright::{Entity, Key, Table, update::ItemUpdate};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "ORDER#<id>")]
#[gsi(index = "GSI1", query = by_courier, pk = "COURIER#<courier>#<region>", sk = "<id>")]
struct Order {
    customer: String,
    id: u32,
    courier: String,
    region: String,
}

fn change(key: Key<Order>) -> ItemUpdate<Order> {
    ItemUpdate::new(key).set(Order::COURIER, "max")
}

fn main() {}
