// An item is of one entity.

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

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<id>")]
#[sk(template = "CUSTOMER")]
struct Customer {
    id: String,
}

#[derive(Collection)]
#[collection(query = of_customer(customer))]
enum CustomerItem {
    Both(Customer, Order),
}

fn main() {}
