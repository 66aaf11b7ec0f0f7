// The table accepts no unknown shares, and one tenant can have all the writes.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(undeclared_share = "deny")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "HOT#<fleet>#<at:day>")]
#[sk(template = "<at>")]
#[peak(creates = 8_000, item_bytes = 300)]
struct Position {
    fleet: String,
    at: DateTime<Utc>,
}

fn main() {}
