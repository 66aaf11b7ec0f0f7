// An instant has a time and a zone.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "USER#<id>", legacy(template = "U#<id>", until = "2027-01-01"))]
#[sk(template = "USER")]
struct User {
    id: String,
}

fn main() {}
