//! Shares of a partition key and of its hashed values, on the other side of `fail/hot/kw004_shares_of_key_and_hash.rs`,
//! `fail/hot/kw002_unknown_share_of_a_hash.rs` and `fail/hot/kw020_share_of_a_hash_in_the_peak.rs`.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

// The heaviest shards may share a partition at first.
#[derive(Table)]
#[table(undeclared_share = "deny", launch = "gradual")]
#[entities(Section, Seat)]
struct Tickets;

#[derive(Table)]
#[table(undeclared_share = "deny")]
#[entities(Reading)]
struct Sensors;

/// One event has all writes, and no section has more than a fiftieth of them.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Tickets)]
#[pk(template = "SECTION#<event>")]
#[shard(hash(section, top_share = 0.02), count = 60)]
#[sk(template = "<section>#<seat>")]
#[peak(writes_per_second = 8_000, item_bytes = 300, top_share = 1.0)]
struct Section {
    event: String,
    section: String,
    seat: u32,
}

/// The hash distinguishes the seats of an event.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Tickets)]
#[pk(template = "SEAT#<event>")]
#[shard(hash(section, seat), count = 30)]
#[sk(template = "<section>#<seat>")]
#[peak(writes_per_second = 8_000, item_bytes = 300, top_share = 1.0)]
struct Seat {
    event: String,
    section: String,
    seat: u32,
}

/// All writes have the key of the day, and no device has more than a twentieth of them.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Sensors)]
#[pk(template = "READINGS#<at:day>")]
#[shard(hash(device, top_share = 0.05), count = 40)]
#[sk(template = "<at>#<device>")]
#[peak(writes_per_second = 5_000, item_bytes = 300)]
struct Reading {
    at: DateTime<Utc>,
    device: String,
}
