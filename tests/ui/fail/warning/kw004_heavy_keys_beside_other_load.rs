// Three of the alarms' keys fill a partition exactly, so none of them may share one with many readings.

#![deny(deprecated)]

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[entities(Alarm, Reading)]
struct Fleet;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Fleet)]
#[pk(template = "ALARM#<at>", bucket = "day")]
#[shard(hash(at, id), count = 6)]
#[sk(template = "<at>#<id>")]
#[peak(creates = 2_000, item_bytes = 400)]
struct Alarm {
    at: DateTime<Utc>,
    id: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Fleet)]
#[pk(template = "READING#<device>#<at:day>")]
#[sk(template = "<at>")]
#[peak(creates = 10_000, item_bytes = 250)]
struct Reading {
    device: String,
    at: DateTime<Utc>,
}

fn main() {}
