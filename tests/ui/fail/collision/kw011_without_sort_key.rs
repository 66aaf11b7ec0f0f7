// Without a sort key, two templates that can write one text are one key.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(sk = none)]
#[entities(User, Account)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "ID#<id>")]
struct User {
    id: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "<kind>#<id>")]
struct Account {
    kind: String,
    id: String,
}

fn main() {}
