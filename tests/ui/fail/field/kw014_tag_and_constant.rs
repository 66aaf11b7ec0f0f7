// Both write "type".

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform, constants("type" = "order"))]
#[pk(template = "ORDER#<id>")]
#[sk(template = "ORDER")]
#[serde(tag = "type")]
struct Order {
    id: String,
}

fn main() {}
