// Items between the end of the older key and the beginning of today's have no key.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(
    template = "OPS_LOG#<agent>",
    since = "2027-01-01T00:00:00Z",
    legacy(template = "OPS_LOG", until = "2026-12-31T00:00:00Z")
)]
#[sk(template = "<at>#<call_id>")]
struct OpsLog {
    agent: String,
    at: DateTime<Utc>,
    call_id: String,
}

fn main() {}
