// The schema of an entity is one constant, whatever its type parameters.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "USER#<id>")]
#[sk(template = "USER")]
struct User<T> {
    id: T,
}

fn main() {}
