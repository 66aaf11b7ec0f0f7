//! Keys of unknown variety in a table that accepts no unknown shares, on the other side of `fail/hot/kw002_unknown_*`
//! and `fail/hot/kw002_without_peak.rs`.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(undeclared_share = "deny")]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[entities(Position, Sharded, Daily, State, Accepted, Customer)]
struct Platform;

/// Each share is declared.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "VEHICLE#<vehicle>")]
#[sk(template = "<at>")]
#[gsi(
    index = "GSI1",
    query = by_depot,
    pk = "DEPOT#<depot>",
    sk = "<at>",
    peak(creates = 8_000, item_bytes = 300, top_share = 0.05)
)]
#[peak(creates = 8_000, item_bytes = 300, top_share = 0.001)]
struct Position {
    vehicle: String,
    depot: String,
    at: DateTime<Utc>,
}

/// The shards carry the whole peak.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "FLEET#<fleet>")]
#[shard(random = 20)]
#[sk(template = "<at>")]
#[peak(creates = 8_000, item_bytes = 300)]
struct Sharded {
    fleet: String,
    at: DateTime<Utc>,
}

/// As the error says: the shards carry the peak, and at midnight, too.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "HOT#<fleet>#<at:day>")]
#[shard(hash(at), count = 10)]
#[sk(template = "<at>")]
#[peak(creates = 8_000, item_bytes = 300)]
struct Daily {
    fleet: String,
    at: DateTime<Utc>,
}

/// One item carries all updates.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "DEVICE#<id>")]
#[sk(template = "STATE")]
#[peak(updates = 700, item_bytes = 300)]
struct State {
    id: String,
    value: u64,
}

/// The load of one key is accepted.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "ACCEPTED#<fleet>", allow_hot = "no fleet has more than 20 vehicles")]
#[sk(template = "<at>")]
#[peak(creates = 8_000, item_bytes = 300)]
struct Accepted {
    fleet: String,
    at: DateTime<Utc>,
}

/// The load is small, without a peak.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "CUSTOMER#<id>", allow_hot = "a hundred changes a day")]
#[sk(template = "PROFILE")]
struct Customer {
    id: String,
}
