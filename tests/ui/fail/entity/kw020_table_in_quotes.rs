// A type is not text.

use keywright::Entity;
use serde::{Deserialize, Serialize};

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = "Platform")]
#[pk(template = "USER#<id>")]
#[sk(template = "USER")]
struct User {
    id: String,
}

fn main() {}
