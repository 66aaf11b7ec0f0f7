// Only `Order` has items under an older key.

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
#[pk(template = "CUSTOMER#<customer>", legacy(template = "C#<customer>"))]
#[sk(template = "ORDER#<number>")]
struct Order {
    customer: String,
    number: u32,
}

#[derive(Collection)]
#[collection(query = of_customer(id))]
enum CustomerItem {
    Customer(Customer),
    Order(Order),
}

fn main() {}
