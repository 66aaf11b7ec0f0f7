// Two texts in the wrong order would compile and find another tenant's items.

use keywright::{Collection, Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "T#<tenant>#<customer>")]
#[sk(template = "ORDER#<number>")]
struct Order {
    tenant: String,
    customer: String,
    number: u32,
}

#[derive(Collection)]
#[collection(query(customer, tenant))]
struct Orders {
    orders: Vec<Order>,
}

fn main() {}
