// Two indexes share an attribute, into which the entity writes two texts.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "shared")]
#[gsi(name = "GSI2", pk = "GSI2PK", sk = "shared")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "TEAM#<team>")]
#[sk(template = "USER#<user>")]
#[gsi(index = "GSI1", query = of_team, pk = "TEAM#<team>", sk = "USER#<user>")]
#[gsi(index = "GSI2", query = of_user, pk = "USER#<user>", sk = "TEAM#<team>")]
struct Membership {
    team: String,
    user: u32,
}

fn main() {}
