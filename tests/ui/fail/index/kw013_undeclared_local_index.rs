// The table declares another local index than the one that the entity writes into.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[lsi(name = "LSI2", sk = "LSI2SK")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "THREAT#<brand>")]
#[sk(template = "ALERT#<at>#<id>")]
#[lsi(index = "LSI1", query = by_id, sk = "<id>")]
struct Threat {
    brand: String,
    at: DateTime<Utc>,
    id: String,
}

fn main() {}
