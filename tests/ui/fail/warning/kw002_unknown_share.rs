// The table asks for shares, and one fleet can have all the writes: a warning that carries the share that throttles.

#![deny(deprecated)]

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(undeclared_share = "warn")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "HOT#<fleet>")]
#[sk(template = "<at>")]
#[peak(creates = 8_000, item_bytes = 300)]
struct Position {
    fleet: String,
    at: DateTime<Utc>,
}

fn main() {}
