// `Invoice` is stored in `Billing`: `Platform` cannot list it.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[entities(Invoice)]
struct Platform;

#[derive(Table)]
struct Billing;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Billing)]
#[pk(template = "INVOICE#<id>")]
#[sk(template = "INVOICE")]
struct Invoice {
    id: String,
}

fn main() {}
