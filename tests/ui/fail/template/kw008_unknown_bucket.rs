// `daily` is not a bucket.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "OPS_LOG#<at>", bucket = "daily")]
#[sk(template = "<at>#<call_id>")]
struct OpsLog {
    at: DateTime<Utc>,
    call_id: String,
}

fn main() {}
