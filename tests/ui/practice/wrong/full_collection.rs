//! KW018: with a local index a collection ends at 10 GB, and the busiest sensor fills it in two days: a warning.

#![deny(deprecated)]

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[lsi(name = "by_value", sk(name = "value", type = "N"))]
#[entities(Reading)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "SENSOR#<sensor>")]
#[sk(template = "<at>")]
#[peak(writes_per_second = 500, item_bytes = 400, top_share = 0.2)]
struct Reading {
    sensor: String,
    at: DateTime<Utc>,
    value: u64,
}

fn main() {}
