// What other writers add can be held once.

use keywright::{Attributes, Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "ORDER#<id>")]
#[sk(template = "ORDER")]
struct Order {
    id: String,
    #[serde(flatten)]
    rest: Attributes,
    #[serde(flatten)]
    others: Attributes,
}

fn main() {}
