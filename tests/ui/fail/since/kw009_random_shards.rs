// The older key's shards do not follow from the item.

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
    legacy(template = "OPS_LOG", shards = 4)
)]
#[sk(template = "<at>#<call_id>")]
struct OpsLog {
    agent: String,
    at: DateTime<Utc>,
    call_id: String,
}

fn main() {}
