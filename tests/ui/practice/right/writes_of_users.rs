//! silent: 20,000 writes/s over users; the most active one takes 20 of them.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "USER#<user>")]
#[sk(template = "<at>#<id>")]
#[peak(writes_per_second = 20_000, item_bytes = 500, top_share = 0.001)]
struct Activity {
    user: String,
    at: DateTime<Utc>,
    id: String,
}
