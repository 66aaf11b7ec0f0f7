// A misspelt sort key of a local index: no entity has the attribute, and DynamoDB never changes the index.

#![deny(deprecated)]

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[lsi(name = "by_size", sk(name = "szie", type = "N"))]
#[entities(OpsLog)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "OPS_LOG#<agent>")]
#[sk(template = "<at>")]
struct OpsLog {
    agent: String,
    at: DateTime<Utc>,
    size: u64,
}

fn main() {}
