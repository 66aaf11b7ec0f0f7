//! Indexes without a peak of their own, and what the table's `top_share` says about their keys. The cases on the other
//! side of each limit are in `fail/hot/kw003_share_of_the_table.rs`, `kw004_share_of_the_table.rs`, and in
//! `fail/warning/kw002_share_of_the_table.rs`.

use chrono::{DateTime, Utc};
use keywright::{Entity, KeyEnum, Table};
use serde::{Deserialize, Serialize};

// Each state may have half of the writes, and two of them may share a partition at first.
#[derive(Table)]
#[table(launch = "gradual")]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[entities(OfCity, OfDay, OfState, OfOwner)]
struct Platform;

#[derive(KeyEnum, Serialize, Deserialize)]
enum State {
    Open,
    Paid,
    Shipped,
}

/// A lower bound: one city has at least the share of its largest tenant, and 250 writes/s fit.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "CITY_AND_TENANT#<city>#<tenant>")]
#[sk(template = "<at>")]
#[gsi(index = "GSI1", query = by_city, pk = "CITY#<city>", sk = "<at>")]
#[peak(creates = 5_000, item_bytes = 300, top_share = 0.05)]
struct OfCity {
    city: String,
    tenant: String,
    at: DateTime<Utc>,
}

/// Exact: at one moment each index key has the items of one table key.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "TENANT#<tenant>")]
#[sk(template = "<at>")]
#[gsi(index = "GSI1", query = by_day, pk = "TENANT_DAY#<tenant>#<at:day>", sk = "<at>")]
#[peak(creates = 3_000, item_bytes = 300, top_share = 0.2)]
struct OfDay {
    tenant: String,
    at: DateTime<Utc>,
}

/// An upper bound: no state has more than half of the writes, and so has no part of a state.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "STATE#<state>")]
#[sk(template = "<at>")]
#[gsi(index = "GSI1", query = by_gift, pk = "STATE_GIFT#<state>#<gift>", sk = "<at>")]
#[peak(creates = 1_500, item_bytes = 300, top_share = 0.5)]
struct OfState {
    state: State,
    gift: bool,
    at: DateTime<Utc>,
}

/// None: neither key determines the other, and the share of the most frequent owner is not known.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "BUYER#<buyer>")]
#[sk(template = "<at>")]
#[gsi(index = "GSI1", query = by_owner, pk = "OWNER#<owner>", sk = "<at>")]
#[peak(creates = 4_000, item_bytes = 300, top_share = 0.1)]
struct OfOwner {
    buyer: String,
    owner: String,
    at: DateTime<Utc>,
}
