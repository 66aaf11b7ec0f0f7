// The second attribute of the sort key is a number, and the template writes text.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk("at", (name = "score", type = "N")))]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "THREAT#<brand>")]
#[sk(template = "ALERT#<at>#<id>")]
#[gsi(index = "GSI1", query = by_id, pk = "BRAND#<brand>", sk("<at>", "S#<id>"))]
struct Threat {
    brand: String,
    at: DateTime<Utc>,
    id: String,
}

fn main() {}
