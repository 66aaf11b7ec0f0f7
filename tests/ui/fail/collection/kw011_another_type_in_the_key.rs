// The texts are alike, and a number is written otherwise than a text.

use keywright::{Collection, Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<id>")]
#[sk(template = "CUSTOMER")]
struct Customer {
    id: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<id>")]
#[sk(template = "ORDER#<number>")]
struct Order {
    id: u64,
    number: u32,
}

#[derive(Collection)]
#[collection(query(id))]
struct CustomerWithOrders {
    customer: Customer,
    orders: Vec<Order>,
}

fn main() {}
