// serde would write two attributes of one name.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "ORDER#<id>")]
#[sk(template = "ORDER")]
#[serde(tag = "kind")]
struct Order {
    id: String,
    kind: String,
}

fn main() {}
