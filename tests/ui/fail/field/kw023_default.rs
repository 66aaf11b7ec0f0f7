// An item of another program that lacks `id` would be read as user 0, and written again as `USER#0`.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "USER#<id>")]
#[sk(template = "PROFILE")]
struct User {
    #[serde(default)]
    id: u64,
    #[serde(default)]
    name: String,
}

fn main() {}
