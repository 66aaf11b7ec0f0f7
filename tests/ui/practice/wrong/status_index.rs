//! KW002: three statuses make three keys of the index for 5,000 writes/s, too much even if divided evenly.

use chrono::{DateTime, Utc};
use keywright::{Entity, KeyEnum, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "ORDER#<id>")]
#[sk(template = "ORDER")]
#[gsi(index = "GSI1", query = by_status, pk = "STATUS#<status>", sk = "<placed>#<id>")]
#[peak(writes_per_second = 5_000, item_bytes = 700)]
struct Order {
    id: String,
    status: Status,
    placed: DateTime<Utc>,
}

#[derive(KeyEnum, Serialize, Deserialize)]
enum Status {
    Open,
    Shipped,
    Closed,
}

fn main() {}
