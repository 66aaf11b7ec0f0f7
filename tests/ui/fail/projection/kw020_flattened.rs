// Which attributes a flattened field takes is not known.

use keywright::{Entity, Projection, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "CUSTOMER#<customer>")]
#[sk(template = "ORDER#<id>")]
struct Order {
    customer: String,
    id: u32,
    total: u64,
}

#[derive(Deserialize)]
struct Rest {
    total: u64,
}

#[derive(Projection, Deserialize)]
#[projection(of = Order)]
struct OrderTotal {
    id: u32,
    #[serde(flatten)]
    rest: Rest,
}

fn main() {}
