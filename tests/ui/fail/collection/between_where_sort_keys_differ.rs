// The sort keys begin with different texts, so that no field leads them all.

use keywright::{Collection, Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "<number>#ORDER")]
struct Order {
    customer: String,
    number: u32,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "REFUND#<number>")]
struct Refund {
    customer: String,
    number: u32,
}

#[derive(Collection)]
#[collection(query = of_customer(customer))]
enum CustomerItem {
    Order(Order),
    Refund(Refund),
}

fn main() {
    let _ = CustomerItem::of_customer("ann").between(1_u32..9);
}
