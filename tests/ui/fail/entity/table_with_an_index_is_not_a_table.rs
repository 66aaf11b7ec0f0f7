// `Platform` is a struct like any other, and its index is not asked for.

use keywright::Entity;
use serde::{Deserialize, Serialize};

struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = self::Platform)]
#[pk(template = "USER#<id>")]
#[sk(template = "USER")]
#[gsi(index = "GSI1", query = by_id, pk = "ID#<id>")]
struct User {
    id: String,
}

fn main() {}
