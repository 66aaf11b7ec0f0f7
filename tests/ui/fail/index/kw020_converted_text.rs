// The index would hold the team as the struct does, and the item in lower case.

use keywright::{Entity, Table};
use serde::{Deserialize, Deserializer, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "all")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "USER#<id>")]
#[sk(template = "PROFILE")]
#[gsi(index = "GSI1", query = by_team, pk = "TEAM#<team>", sk = "USER#<id>")]
struct User {
    id: u32,
    #[serde(default, deserialize_with = "lower")]
    team: Option<String>,
}

fn lower<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    Ok(Option::<String>::deserialize(from)?.map(|team| team.to_lowercase()))
}

fn main() {}
