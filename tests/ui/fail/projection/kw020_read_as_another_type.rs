// Then the fields of the struct are not what serde reads.

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
struct Raw {
    total: u64,
}

impl From<Raw> for OrderTotal {
    fn from(raw: Raw) -> Self {
        Self { total: raw.total }
    }
}

#[derive(Projection, Deserialize)]
#[projection(of = Order)]
#[serde(from = "Raw")]
struct OrderTotal {
    total: u64,
}

fn main() {}
