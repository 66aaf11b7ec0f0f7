// A read and a put would change sets to lists, and cut off digits.

use std::collections::HashMap;

use keywright::{Attribute, Entity, Table};
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
    others: HashMap<String, Attribute>,
}

fn main() {}
