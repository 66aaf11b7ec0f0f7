// A projection is a part of an entity, and this struct derives none.

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

struct Line {
    price: u64,
}

#[derive(Projection, Deserialize)]
#[projection(of = Line)]
struct Price {
    price: u64,
}

fn main() {}
