// `Paid` is another name of `Order`, which no macro sees.

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

type Paid = Order;

#[derive(Collection)]
#[collection(query = of_customer(customer))]
enum CustomerItem {
    Open(Order),
    Paid(Paid),
}

fn main() {}
