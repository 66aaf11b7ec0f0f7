// The partition key of the index is the table's sort key, into which the entity writes another text.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "Inverted", pk = "SK", sk = "PK")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "TEAM#<team>")]
#[sk(template = "USER#<user>")]
#[gsi(index = "Inverted", query = teams_of, pk = "MEMBER#<user>", sk = "TEAM#<team>")]
struct Membership {
    team: String,
    user: u32,
}

fn main() {}
