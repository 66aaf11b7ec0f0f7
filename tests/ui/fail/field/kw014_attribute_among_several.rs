// The shard stands in the last attribute of the partition key, which is then no field itself.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk("brand", "id"), sk = "at")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "THREAT#<brand>")]
#[sk(template = "ALERT#<at>#<id>")]
#[gsi(index = "GSI1", query = by_id, pk("<brand>", "<id>"), sk = "<at>", shard(random = 4))]
struct Threat {
    brand: String,
    at: DateTime<Utc>,
    id: String,
}

fn main() {}
