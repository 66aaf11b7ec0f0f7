// Each entity fits the partition key of the inverted index, but both write to the same one.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "Inverted", pk = "SK", sk = "PK")]
#[entities(User, Team)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "USER#<id>")]
#[sk(template = "PROFILE")]
#[peak(writes_per_second = 600, item_bytes = 400)]
struct User {
    id: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "TEAM#<id>")]
#[sk(template = "PROFILE")]
#[peak(writes_per_second = 500, item_bytes = 400)]
struct Team {
    id: String,
}

fn main() {}
