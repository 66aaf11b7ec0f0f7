// serde's tag says "Order", and the discriminator "order": only one of the two can be stored.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(discriminator = "type")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform, name = "order")]
#[pk(template = "ORDER#<id>")]
#[sk(template = "ORDER")]
#[serde(tag = "type")]
struct Order {
    id: String,
}

fn main() {}
