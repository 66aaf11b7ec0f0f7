// A sentinel is a key, and floating-point numbers stand in none.

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
    #[entity(unique)]
    score: f64,
}

fn main() {}
