// The keys of sentinels are theirs.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[entities(Note)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "%UNIQUE#<id>")]
#[sk(template = "NOTE")]
struct Note {
    id: String,
}

fn main() {}
