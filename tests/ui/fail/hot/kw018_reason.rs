// A reason accepts a hot key, but with a local index DynamoDB cannot ever split it.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[lsi(name = "by_size", sk = "size")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "OPS_LOG", allow_hot = "an import, once a year")]
#[sk(template = "<at>#<id>")]
#[peak(writes_per_second = 5_000, item_bytes = 700)]
struct OpsLog {
    at: DateTime<Utc>,
    id: String,
}

fn main() {}
