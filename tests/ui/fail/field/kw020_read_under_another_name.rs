// No item that is written could be read.

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
    #[serde(rename(serialize = "state", deserialize = "status"))]
    status: String,
    #[serde(rename(deserialize = "cents"))]
    total: u64,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "NOTE#<id>")]
#[sk(template = "NOTE")]
#[serde(rename_all(serialize = "camelCase", deserialize = "kebab-case"))]
struct Note {
    id: String,
    first_line: String,
    last_line: String,
}

fn main() {}
