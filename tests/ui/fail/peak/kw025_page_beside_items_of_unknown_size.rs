// Notes are among the orders of a customer, and nobody knows how large they are.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[entities(Order, Note)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "CUSTOMER#<customer>", page(items = 50, max_rcu = 10))]
#[sk(template = "ORDER#<number>")]
#[peak(creates = 100, item_bytes = 700)]
struct Order {
    customer: String,
    number: u32,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "ORDER#<number>#NOTE")]
struct Note {
    customer: String,
    number: u32,
}

fn main() {}
