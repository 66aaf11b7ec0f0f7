//! silent: what is created is deleted again, 2,000 units/s in all, on 32 shards an hour.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "OUTBOX#<at:hour>")]
#[shard(hash(id), count = 32)]
#[sk(template = "<at>#<id>")]
#[peak(creates = 1_000, deletes = 1_000, item_bytes = 600)]
struct OutboxEvent {
    at: DateTime<Utc>,
    id: String,
    payload: String,
}
