// Two arguments of a function have two names.

use keywright::{Collection, Entity, Table};

#[derive(Table)]
struct Shop;

#[derive(Entity, serde::Serialize, serde::Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "ORDER#<number>")]
struct Order {
    customer: String,
    number: u32,
}

#[derive(Collection)]
#[collection(query = of_customer(customer, customer))]
enum CustomerItem {
    Order(Order),
}

fn main() {}
