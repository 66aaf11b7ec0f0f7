//! Indexes that items enter unasked, on the other side of `fail/hot/kw001_inverted_index.rs`,
//! `kw001_inverted_index_without_peak.rs`, `kw003_inverted_index.rs`, `kw004_summed_peaks_of_an_inverted_index.rs` and
//! `fail/warning/kw004_inverted_index.rs`.

use chrono::NaiveDate;
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

// Two indexes have one sort key.
#[allow(clippy::duplicated_attributes)]
#[derive(Table)]
#[gsi(name = "Inverted", pk = "SK", sk = "PK")]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "PK")]
#[entities(User, Team, Group, Visit, Order)]
struct Platform;

/// 200 writes/s of users and of teams fit their one partition key.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "USER#<id>")]
#[sk(template = "PROFILE")]
#[peak(writes_per_second = 200, item_bytes = 400)]
struct User {
    id: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "TEAM#<id>")]
#[sk(template = "PROFILE")]
#[peak(writes_per_second = 200, item_bytes = 400)]
struct Team {
    id: String,
}

/// The declared index is judged with its own options.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "GROUP#<id>")]
#[sk(template = "GROUP")]
#[gsi(index = "Inverted", query = all, pk = "GROUP", sk = "GROUP#<id>", allow_hot = "imported once, at night")]
struct Group {
    id: String,
}

/// Another user in each partition key of the index, and no key in `GSI1`.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "PAGE#<page>")]
#[sk(template = "VISIT#<user>#<on>")]
#[peak(writes_per_second = 5_000, item_bytes = 200)]
struct Visit {
    page: String,
    user: String,
    on: NaiveDate,
}

/// No peak is declared, and the orders are many.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "USER#<user>")]
#[sk(template = "ORDER#<id>")]
#[gsi(index = "GSI1", query = by_shop, pk = "SHOP#<shop>", sk = "USER#<user>")]
struct Order {
    user: String,
    id: String,
    shop: String,
}
