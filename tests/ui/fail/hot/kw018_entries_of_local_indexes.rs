// 800 writes a second fit one key, but each writes into the local index too, out of the same 1,000 units.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[lsi(name = "by_size", sk(name = "size", type = "N"))]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "OPS_LOG#<at:day>")]
#[sk(template = "<at>#<id>")]
#[peak(writes_per_second = 800, item_bytes = 700)]
struct OpsLog {
    at: DateTime<Utc>,
    id: String,
    size: u64,
}

fn main() {}
