// The sort key of the index has three attributes, and an item that misses one is not in it.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk((name = "score", type = "N"), "at", "id"))]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "THREAT#<brand>")]
#[sk(template = "ALERT#<at>#<id>")]
#[gsi(index = "GSI1", query = by_id, pk = "BRAND#<brand>", sk("<at>", "<id>"))]
struct Threat {
    brand: String,
    at: DateTime<Utc>,
    id: String,
}

fn main() {}
