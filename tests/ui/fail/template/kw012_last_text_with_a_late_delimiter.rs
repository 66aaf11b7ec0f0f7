// A `|` in a name is written `%7C`, which sorts before every letter, and `|` sorts after them.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(delimiter = "|")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "TEAM|<team>")]
#[sk(template = "MEMBER|<name>")]
struct Member {
    team: String,
    name: String,
}

fn main() {}
