// The field would overwrite the partition key that its template writes.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "USER#<id>")]
#[sk(template = "USER")]
struct User {
    id: String,
    #[serde(rename = "PK")]
    primary: String,
}

fn main() {}
