// The table lists another entity, and not this one.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[entities(User)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "USER#<id>")]
#[sk(template = "USER")]
struct User {
    id: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "ACCOUNT#<id>")]
#[sk(template = "ACCOUNT")]
struct Account {
    id: String,
}

fn main() {}
