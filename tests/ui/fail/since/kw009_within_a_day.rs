// The instant lies within one value of the only time in the key.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(
    template = "OPS_LOG#<at:day>",
    since = "2027-01-01T12:00:00Z",
    legacy(template = "LOG#<at:day>"),
    allow_hot = "few logs"
)]
#[sk(template = "<agent>#<call_id>")]
struct OpsLog {
    agent: String,
    at: DateTime<Utc>,
    call_id: String,
}

fn main() {}
