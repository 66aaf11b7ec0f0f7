// A local index has the table's partition key and no other.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[lsi(name = "LSI1", sk = "LSI1SK")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "THREAT#<brand>")]
#[sk(template = "ALERT#<at>#<id>")]
#[lsi(index = "LSI1", query = by_id, pk = "ID#<id>", sk = "<id>")]
struct Threat {
    brand: String,
    at: DateTime<Utc>,
    id: String,
    score: u32,
}

fn main() {}
