// The index has one attribute in its partition key: the second template has no place.

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
#[gsi(index = "GSI1", query = by_id, pk("<id>", "<brand>"), sk = "<at>")]
struct Threat {
    brand: String,
    at: DateTime<Utc>,
    id: String,
}

fn main() {}
