// The shard is a hash of a field that the key does not contain: two readings of one minute could have one key.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Plant;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Plant)]
#[pk(template = "SITE#<site>")]
#[shard(hash(sensor), count = 8)]
#[sk(template = "<at>")]
struct Reading {
    site: String,
    at: DateTime<Utc>,
    sensor: u32,
}

fn main() {}
