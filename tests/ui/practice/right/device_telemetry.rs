//! silent: readings by device and day; the busiest of many devices sends ten a second.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "DEVICE#<device>#<at:day>")]
#[sk(template = "<at>")]
#[peak(writes_per_second = 10_000, item_bytes = 200, top_share = 0.001)]
struct Reading {
    device: String,
    at: DateTime<Utc>,
    celsius: f64,
}
