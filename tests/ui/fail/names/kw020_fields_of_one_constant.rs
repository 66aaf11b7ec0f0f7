// Both fields would be the constant `Order::TYPE`.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Shop;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Shop)]
#[pk(template = "ORDER#<id>")]
#[sk(template = "ORDER")]
#[allow(non_snake_case)]
struct Order {
    id: String,
    r#type: String,
    TYPE: u32,
}

fn main() {}
