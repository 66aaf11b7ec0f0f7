//! silent: a key lasts a millisecond, so the keys of a second are many, and even.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "TICK#<at:ms>")]
#[sk(template = "<symbol>#<id>")]
#[peak(writes_per_second = 5_000, item_bytes = 200)]
struct Tick {
    at: DateTime<Utc>,
    symbol: String,
    id: u64,
}
