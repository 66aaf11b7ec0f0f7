// The index contains only items with the current attribute.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "ByAgent", pk = "agent", sk = "id")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "ORDER#<id>")]
#[sk(template = "ORDER")]
#[gsi(index = "ByAgent", query = by_agent, pk = "<agent>", sk = "<id>")]
struct Order {
    id: String,
    #[serde(alias = "bot")]
    agent: String,
}

fn main() {}
