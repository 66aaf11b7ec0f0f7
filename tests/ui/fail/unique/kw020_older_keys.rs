// An item moves from its older key, and its sentinel does not.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "USER#<id>", legacy(template = "USERS"))]
#[sk(template = "<id>")]
struct User {
    id: String,
    #[entity(unique)]
    email: String,
}

fn main() {}
