// `Ann` would be written after `Ann Lee`, because `x` sorts after the encoded space.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "TEAM#<team>")]
#[sk(template = "<name>x<id>")]
struct Member {
    team: String,
    name: String,
    id: u32,
}

fn main() {}
