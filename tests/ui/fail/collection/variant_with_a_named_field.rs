// The variant's own name says what it holds.

use keywright::{Collection, Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "ORDER#<number>")]
struct Order {
    customer: String,
    number: u32,
}

#[derive(Collection)]
#[collection(query = of_customer(customer))]
enum CustomerItem {
    Order { order: Order },
}

fn main() {}
