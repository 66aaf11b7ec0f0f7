//! KW001: an index for "all orders, newest first" writes every one of them to the same key.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "ORDER#<id>")]
#[sk(template = "ORDER")]
#[gsi(index = "GSI1", query = newest, pk = "ORDERS", sk = "<placed>#<id>")]
#[peak(writes_per_second = 3_000, item_bytes = 700)]
struct Order {
    id: String,
    placed: DateTime<Utc>,
}

fn main() {}
