// Reads visit one older key in this version.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "USER#<id>", legacy(template = "U#<id>"), legacy(template = "<id>"))]
#[sk(template = "USER")]
struct User {
    id: String,
}

fn main() {}
