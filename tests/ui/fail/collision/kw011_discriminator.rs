// Both entities write the same name into `_et`, so that an item of one reads as the other.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[entities(User, Account)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform, name = "user")]
#[pk(template = "USER#<id>")]
#[sk(template = "USER")]
struct User {
    id: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform, name = "user")]
#[pk(template = "ACCOUNT#<id>")]
#[sk(template = "ACCOUNT")]
struct Account {
    id: String,
}

fn main() {}
