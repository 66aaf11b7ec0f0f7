// An increment makes an item, and knows no version.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "ORDER#<id>")]
#[sk(template = "ORDER")]
struct Order {
    id: String,
    #[entity(counter)]
    views: u64,
    #[entity(version)]
    version: u64,
}

fn main() {}
