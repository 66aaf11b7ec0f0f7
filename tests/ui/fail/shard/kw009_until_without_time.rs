// An older key ends with the time of a key, and this one holds none.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "OPS_LOG#<agent>", legacy(template = "OPS_LOG", until = "2027-01-01T00:00:00Z"))]
#[sk(template = "<call_id>")]
struct OpsLog {
    agent: String,
    call_id: String,
}

fn main() {}
