// `Invoice` is stored in `Billing`: a query of `Shop` does not find it.

use keywright::{Collection, Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Shop;

#[derive(Table)]
struct Billing;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<id>")]
#[sk(template = "CUSTOMER")]
struct Customer {
    id: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Billing)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "INVOICE#<number>")]
struct Invoice {
    customer: String,
    number: u32,
}

#[derive(Collection)]
#[collection(query = of_customer(id))]
enum CustomerItem {
    Customer(Customer),
    Invoice(Invoice),
}

fn main() {}
