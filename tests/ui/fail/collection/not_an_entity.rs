// `Note` derives no `Entity`.

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

#[derive(Serialize, Deserialize)]
struct Note {
    text: String,
}

#[derive(Collection)]
#[collection(query = of_customer(id))]
enum CustomerItem {
    Customer(Customer),
    Note(Note),
}

fn main() {}
