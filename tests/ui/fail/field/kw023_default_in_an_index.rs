// `None` is allowed: such an item is not in the index. "closed" is a state that no item has.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "ORDER#<id>")]
#[sk(template = "ORDER")]
#[gsi(index = "GSI1", query = by_state, pk = "SHOP#<shop>#<state>", sk = "<id>")]
struct Order {
    id: u64,
    #[serde(default)]
    shop: Option<String>,
    #[serde(default = "closed")]
    state: String,
}

fn closed() -> String {
    "closed".to_owned()
}

fn main() {}
