// serde writes `sk` as `SK`, which is the sort key.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[serde(rename_all = "UPPERCASE")]
#[pk(template = "USER#<id>")]
#[sk(template = "USER")]
struct User {
    id: String,
    sk: String,
}

fn main() {}
