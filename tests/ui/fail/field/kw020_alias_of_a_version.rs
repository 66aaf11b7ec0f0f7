// Each write requires the version that it read, under its current name.

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
    #[entity(version)]
    #[serde(alias = "revision")]
    version: u64,
}

fn main() {}
