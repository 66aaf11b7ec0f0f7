// No tenant has more than 5 % of the writes, but all tenants write to the index keys of three states. And no state has
// more than 70 %, so that no state with its flag has more, which is too much for a partition.

#![deny(deprecated)]

use chrono::{DateTime, Utc};
use keywright::{Entity, KeyEnum, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Platform;

#[derive(KeyEnum, Serialize, Deserialize)]
enum State {
    Open,
    Paid,
    Shipped,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "TENANT#<tenant>#<state>")]
#[sk(template = "<at>")]
#[gsi(index = "GSI1", query = by_state, pk = "STATE#<state>", sk = "<at>")]
#[peak(creates = 1_500, item_bytes = 300, top_share = 0.05)]
struct OfTenants {
    tenant: String,
    state: State,
    at: DateTime<Utc>,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "STATES#<state>")]
#[shard(random = 4)]
#[sk(template = "<at>")]
#[gsi(index = "GSI1", query = by_gift, pk = "GIFTS#<state>#<gift>", sk = "<at>")]
#[peak(creates = 1_500, item_bytes = 300, top_share = 0.7)]
struct OfStates {
    state: State,
    gift: bool,
    at: DateTime<Utc>,
}

fn main() {}
