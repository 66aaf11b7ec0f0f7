//! KW004: the largest tenant takes a fifth of 10,000 writes/s, twice what its key carries.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "TENANT#<tenant>")]
#[sk(template = "<at>#<id>")]
#[peak(writes_per_second = 10_000, item_bytes = 400, top_share = 0.2)]
struct Change {
    tenant: String,
    at: DateTime<Utc>,
    id: String,
}

fn main() {}
