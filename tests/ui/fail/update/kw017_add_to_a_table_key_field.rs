// DynamoDB updates no attribute of the table's key, also where the key is the field itself.

use keywright::{Entity, Key, Table, update::ItemUpdate};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(pk = "tenant", sk(name = "number", type = "N"))]
struct Invoices;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Invoices)]
#[pk(template = "<tenant>")]
#[sk(template = "<number>")]
struct Invoice {
    tenant: String,
    number: u64,
    cents: u64,
}

fn next(key: Key<Invoice>) -> ItemUpdate<Invoice> {
    ItemUpdate::new(key).add(Invoice::NUMBER, 1)
}

fn main() {}
