//! Pages that cost exactly what they declare, at worst.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[entities(Order, Note)]
struct Platform;

/// 60 shards, and four of them again.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "CUSTOMER#<customer>", page(items = 50, max_rcu = 13))]
#[sk(template = "ORDER#<id>")]
#[gsi(
    index = "GSI1",
    query = by_courier,
    pk = "COURIER#<courier>",
    sk = "<id>",
    shard(random = 60),
    page(items = 50, max_rcu = 76)
)]
#[peak(creates = 10_000, item_bytes = 700)]
struct Order {
    customer: String,
    id: String,
    courier: String,
}

/// Of another range of sort keys, so that its size does not count.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "CUSTOMER#<customer>", page(items = 1_000))]
#[sk(template = "NOTE#<number>")]
struct Note {
    customer: String,
    number: u32,
}
