// `Platform` is a struct like any other.

use keywright::Entity;
use serde::{Deserialize, Serialize};

struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "USER#<id>")]
#[sk(template = "USER")]
struct User {
    id: String,
}

fn main() {}
