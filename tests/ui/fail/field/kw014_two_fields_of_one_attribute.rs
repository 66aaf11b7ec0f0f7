// One of the two values would be lost.

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
    status: String,
    #[serde(rename = "status")]
    phase: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "NOTE#<id>")]
#[sk(template = "NOTE")]
#[serde(rename_all = "camelCase")]
struct Note {
    id: String,
    first_line: String,
    #[allow(non_snake_case)]
    firstLine: String,
    #[serde(skip_deserializing, rename = "id")]
    number: u32,
}

fn main() {}
