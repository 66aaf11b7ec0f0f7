// An item without a rank would have no sort key.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "THREAT#<id>")]
#[sk(template = "RANK#<rank>")]
struct Threat {
    id: String,
    rank: Option<u8>,
}

fn main() {}
