// It would be unique among the items of one value.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "USER#<id>")]
#[sk(template = "PROFILE")]
struct User {
    id: String,
    #[entity(unique(within = email))]
    email: String,
}

fn main() {}
