//! silent: 24 shards a status carry creates and updates, of which 30 % move their entry for two units.

use keywright::{Entity, KeyEnum, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "PARCEL#<id>")]
#[sk(template = "PARCEL")]
#[gsi(
    index = "GSI1", query = by_status, pk = "STATUS#<status>", sk = "<id>",
    shard(random = 24), peak(moves = 0.3),
)]
#[peak(creates = 500, updates = 2_000, item_bytes = 500)]
struct Parcel {
    id: String,
    status: Status,
    address: String,
}

#[derive(KeyEnum, Serialize, Deserialize)]
enum Status {
    Packed,
    Sent,
    Delivered,
    Returned,
}
