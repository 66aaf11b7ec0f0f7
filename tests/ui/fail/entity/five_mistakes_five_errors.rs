// Five separate mistakes are five errors, all at once.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform, nam = "threat")]
#[pk(template = "THREAT#<brnad>")]
#[shard(random = 1)]
#[sk(template = "ALERT#<at:dya>#<id>")]
#[peak(writes_per_second = 5_000)]
struct Threat {
    brand: String,
    at: DateTime<Utc>,
    id: String,
}

fn main() {}
