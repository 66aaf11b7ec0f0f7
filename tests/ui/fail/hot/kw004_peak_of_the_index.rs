// The index has a peak of its own, higher than the entity's, and two hash shards do not carry it.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "TASK#<id>")]
#[sk(template = "TASK")]
#[gsi(
    index = "GSI1",
    query = by_day,
    pk = "DAY#<at:day>",
    sk = "<at>#<id>",
    shard(hash(id), count = 2),
    peak(writes_per_second = 4_000)
)]
#[peak(writes_per_second = 500, item_bytes = 300)]
struct Task {
    id: String,
    at: DateTime<Utc>,
}

fn main() {}
