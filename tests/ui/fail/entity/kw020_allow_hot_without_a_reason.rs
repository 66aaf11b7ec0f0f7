// The reason stands in the documentation, for the next reader.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "USERS", allow_hot = "")]
#[sk(template = "<id>")]
struct User {
    id: String,
}

fn main() {}
