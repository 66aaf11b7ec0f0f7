//! silent: 256 slots, chosen by the program; the declared share leaves the fullest slot 50 writes/s.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "SLOT#<slot>")]
#[sk(template = "<due>#<id>")]
#[peak(writes_per_second = 5_000, item_bytes = 400, top_share = 0.01)]
struct Task {
    slot: u8,
    due: DateTime<Utc>,
    id: String,
}
