// Ten items a second, for ever, under one partition key, which a local index limits to 10 GB.

#![deny(deprecated)]

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[lsi(name = "by_size", sk(name = "size", type = "N"))]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "OPS_LOG")]
#[sk(template = "<at>#<id>")]
#[peak(writes_per_second = 10, item_bytes = 700)]
struct OpsLog {
    at: DateTime<Utc>,
    id: String,
    size: u64,
}

fn main() {}
