//! KW004, a warning: no number of shards lets 30,000 writes/s of one key begin at once within the quota.
#![deny(warnings)]

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[entities(Event)]
pub struct Events;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Events)]
#[pk(template = "LOG")]
#[shard(hash(id), count = 100)]
#[sk(template = "<id>")]
#[peak(creates = 30_000, item_bytes = 700)]
pub struct Event {
    pub id: String,
}

fn main() {}
