//! Sizes of whole items, with all attributes and keys, on the other side of `fail/hot/kw003_item_bytes.rs`,
//! `fail/hot/kw003_entry_bytes.rs` and `fail/peak/kw019_item_bytes_limit.rs`.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK", projection = "keys_only")]
struct Platform;

/// A write of 1,024 bytes costs 1 WCU.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "OPS_LOG#<at:day>")]
#[sk(template = "<at>#<call_id>")]
#[peak(writes_per_second = 600, item_bytes = 1_024)]
struct OpsLog {
    at: DateTime<Utc>,
    call_id: String,
}

/// 400 KB are the limit of an item.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "PAGE#<id>")]
#[sk(template = "PAGE")]
#[peak(writes_per_second = 1, item_bytes = 409_600)]
struct Page {
    id: String,
    html: String,
}

/// The entry in the index has its keys alone, whatever the size of the item.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "UPLOAD#<id>")]
#[sk(template = "UPLOAD")]
#[gsi(index = "GSI1", query = by_day, pk = "UPLOADS#<at:day>", sk = "<at>")]
#[peak(writes_per_second = 200, item_bytes = 20_000)]
struct Upload {
    id: String,
    at: DateTime<Utc>,
    text: String,
}
