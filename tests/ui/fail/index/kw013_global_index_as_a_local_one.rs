// A global index has a partition key of its own, which the entity has to write.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "THREAT#<brand>")]
#[sk(template = "ALERT#<at>#<id>")]
#[lsi(index = "GSI1", query = by_id, sk = "<id>")]
struct Threat {
    brand: String,
    at: DateTime<Utc>,
    id: String,
    score: u32,
}

fn main() {}
