//! KW004, a warning: 16 shards carry 5,000 writes/s once hot partitions have split. In the first minutes, four of them
//! may share a partition, which about 128 partitions would prevent, and the quota allows 40. `silent/launches.rs` is
//! the other side.
#![deny(warnings)]

use keywright::{Entity, KeyEnum, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[entities(Event)]
pub struct Events;

#[derive(KeyEnum, Serialize, Deserialize)]
pub enum Kind {
    Opened,
    Closed,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Events)]
#[pk(template = "EVENT#<id>")]
#[sk(template = "EVENT")]
#[gsi(index = "GSI1", query = by_kind, pk = "KIND#<kind>", sk = "<id>", shard(random = 16))]
#[peak(creates = 5_000, item_bytes = 700)]
pub struct Event {
    pub id: String,
    pub kind: Kind,
}

fn main() {}
