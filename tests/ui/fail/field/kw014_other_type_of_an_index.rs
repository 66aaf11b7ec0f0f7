// Text under the name of a number by which another entity is sorted in an index.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(undeclared_peak = "allow")]
#[gsi(name = "GSI1", pk = "GSI1PK", sk(name = "score", type = "N"))]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "THREAT#<id>")]
#[sk(template = "THREAT")]
#[gsi(index = "GSI1", query = by_brand, pk = "BRAND#<brand>", sk = "<score>")]
struct Threat {
    id: String,
    brand: String,
    score: u32,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "GAME#<id>")]
#[sk(template = "GAME")]
struct Game {
    id: String,
    score: Option<String>,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "SCAN#<id>")]
#[sk(template = "SCAN")]
struct Scan {
    id: String,
    #[serde(rename = "GSI1PK", with = "chrono::serde::ts_seconds")]
    at: chrono::DateTime<chrono::Utc>,
}

fn main() {}
