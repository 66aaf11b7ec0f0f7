// The template would overwrite the field that is stored under the name of the local index's sort key.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[lsi(name = "LSI1", sk(name = "score", type = "S"))]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "THREAT#<brand>")]
#[sk(template = "ALERT#<at>#<id>")]
#[lsi(index = "LSI1", query = by_score, sk = "<score>#<id>")]
struct Threat {
    brand: String,
    at: DateTime<Utc>,
    id: String,
    score: String,
}

fn main() {}
