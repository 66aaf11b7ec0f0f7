// The query and the field's constant would be one item of `Order`.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "ORDER#<id>")]
#[sk(template = "ORDER")]
#[gsi(index = "GSI1", query = CUSTOMER, pk = "CUSTOMER#<customer>", sk = "<id>")]
struct Order {
    id: String,
    customer: String,
}

fn main() {}
