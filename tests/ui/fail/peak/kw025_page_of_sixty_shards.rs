// A page of 50 orders reads 60 shards, and up to four of them again.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[entities(Order)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "ORDER#<id>")]
#[sk(template = "ORDER")]
#[gsi(
    index = "GSI1",
    query = by_courier,
    pk = "COURIER#<courier>",
    sk = "<id>",
    shard(random = 60),
    page(items = 50, max_rcu = 40)
)]
#[peak(creates = 10_000, item_bytes = 700)]
struct Order {
    id: String,
    courier: String,
}

fn main() {}
