// The audit log of the tutorial (docs/src/tutorial.md) before it has shards.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[entities(Event)]
struct Audit;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Audit)]
#[pk(template = "EVENT#<at:day>")]
#[sk(template = "<at>#<id>")]
#[peak(creates = 5_000, item_bytes = 500)]
struct Event {
    at: DateTime<Utc>,
    id: String,
    action: String,
}

fn main() {}
