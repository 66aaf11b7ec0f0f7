//! KW002: one of 256 values could take more than its key carries, and no share is declared: a warning.

#![deny(deprecated)]

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "ZONE#<zone>")]
#[sk(template = "<at>#<id>")]
#[peak(writes_per_second = 5_000, item_bytes = 300)]
struct Reading {
    zone: u8,
    at: DateTime<Utc>,
    id: String,
}

fn main() {}
