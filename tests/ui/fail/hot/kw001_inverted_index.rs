// The inverted index contains the profiles, although the entity declares no key in it: they store its key attributes.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "Inverted", pk = "SK", sk = "PK")]
#[entities(Profile)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "USER#<id>")]
#[sk(template = "PROFILE")]
#[peak(writes_per_second = 2_000, item_bytes = 400)]
struct Profile {
    id: String,
}

fn main() {}
