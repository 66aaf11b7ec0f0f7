// The function has a name, not a text.

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
#[collection(query = "of_customer")]
enum CustomerItem {
    Order(Order),
}

fn main() {}
