// Each of the two keeps the margin on the key that both write; together they fit on average only.

#![deny(deprecated)]

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[entities(Login, Logout)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "LOG")]
#[sk(template = "LOGIN#<id>")]
#[peak(writes_per_second = 500, item_bytes = 300)]
struct Login {
    id: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "LOG")]
#[sk(template = "LOGOUT#<id>")]
#[peak(writes_per_second = 450, item_bytes = 300)]
struct Logout {
    id: String,
}

fn main() {}
