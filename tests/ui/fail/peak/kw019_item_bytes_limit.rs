// One byte more than DynamoDB stores.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "CALL#<call_id>")]
#[sk(template = "<at>")]
#[peak(writes_per_second = 50, item_bytes = 409_601)]
struct OpsLog {
    at: DateTime<Utc>,
    call_id: String,
}

fn main() {}
