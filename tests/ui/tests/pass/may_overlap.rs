//! Stored keys that cannot change, and a reason why no two items have one: an order's id is a number, a cart's is not.

use keywright::{Entity, Schema, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[entities(Order, Cart)]
struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "<id>")]
struct Order {
    customer: String,
    id: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop, may_overlap = "orders are numbered, carts have names")]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "<name>")]
struct Cart {
    customer: String,
    name: String,
}

pub(super) fn main() {
    assert_eq!(Shop::ENTITIES[1].may_overlap, Some("orders are numbered, carts have names"));
    assert_eq!(Shop::ENTITIES[0].may_overlap, None);
}
