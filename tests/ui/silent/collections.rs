//! Item collections that a local index limits to 10 GB, on the other side of `fail/warning/kw018_*.rs`: they do not
//! grow.

use chrono::{DateTime, Utc};
use keywright::{Entity, KeyEnum, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[lsi(name = "by_size", sk(name = "size", type = "N"))]
#[entities(Upload, Daily, Slot, OfBucket)]
struct Platform;

#[derive(KeyEnum, Serialize, Deserialize)]
enum Slots {
    Day,
    Night,
}

/// As many are deleted as created.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "UPLOADS")]
#[sk(template = "<id>")]
#[peak(creates = 12, deletes = 12, item_bytes = 700)]
struct Upload {
    id: String,
    size: u64,
}

/// One item a day.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "DAILY")]
#[sk(template = "<at:day>")]
#[peak(creates = 12, item_bytes = 700)]
struct Daily {
    at: DateTime<Utc>,
    size: u64,
}

/// Two items.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "SLOTS")]
#[sk(template = "<slot>")]
#[peak(creates = 12, item_bytes = 700)]
struct Slot {
    slot: Slots,
    size: u64,
}

/// Each day has a collection of its own.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "LOG#<at:day>")]
#[sk(template = "<at>#<id>")]
#[peak(creates = 12, item_bytes = 700)]
struct OfBucket {
    at: DateTime<Utc>,
    id: String,
    size: u64,
}
