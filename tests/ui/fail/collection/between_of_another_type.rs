// The sort keys begin with a number.

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

#[derive(Collection)]
#[collection(query = of_customer(customer))]
enum CustomerItem {
    Order(Order),
}

fn main() {
    let _ = CustomerItem::of_customer("ann").between("a".."b");
}
