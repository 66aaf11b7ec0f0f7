// A user and an account of one id would be one item.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[entities(User, Account)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "ID#<id>")]
#[sk(template = "PROFILE")]
struct User {
    id: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "ID#<id>")]
#[sk(template = "PROFILE")]
struct Account {
    id: String,
}

fn main() {}
