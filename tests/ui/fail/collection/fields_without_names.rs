// An error about a missing entity names its field.

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
#[collection(query(customer))]
struct CustomerOrders(Vec<Order>);

fn main() {}
