// A setting named `PROFILE` would be the user's profile. Raw keys are checked like escaped ones.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(encoding = "raw")]
#[entities(User, Setting)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "USER#<id>")]
#[sk(template = "PROFILE")]
struct User {
    id: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "USER#<id>")]
#[sk(template = "<name>")]
struct Setting {
    id: String,
    name: String,
}

fn main() {}
