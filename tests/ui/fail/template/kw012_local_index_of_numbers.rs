// A local index whose sort key is a number takes a field of its name, and no text.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[lsi(name = "by_score", sk(name = "score", type = "N"))]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "THREAT#<brand>")]
#[sk(template = "ALERT#<at>#<id>")]
#[lsi(index = "by_score", query = by_score, sk = "<points>")]
struct Threat {
    brand: String,
    at: DateTime<Utc>,
    id: String,
    points: u32,
}

fn main() {}
