// Before the instant, a key would not tell the shard of its item.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(
    template = "OPS_LOG#<at:day>",
    since = "2027-01-01T00:00:00Z",
    legacy(template = "OPS_LOG", hash(agent), count = 4),
    allow_hot = "an example"
)]
#[sk(template = "<at>#<call_id>")]
struct OpsLog {
    at: DateTime<Utc>,
    call_id: String,
    agent: String,
}

fn main() {}
