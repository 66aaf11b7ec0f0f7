// The delimiter `|` sorts after every letter, so that texts before it would not sort by their values.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(delimiter = "|")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "TEAM|<team>")]
#[sk(template = "<name>|<id>")]
struct Member {
    team: String,
    name: String,
    id: u32,
}

fn main() {}
