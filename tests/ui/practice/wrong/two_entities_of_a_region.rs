//! KW004: bids and asks share the keys of two regions, and the larger region takes 1,620 of their units.

use chrono::{DateTime, Utc};
use keywright::{Entity, KeyEnum, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(launch = "gradual")]
#[entities(Bid, Ask)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "REGION#<region>")]
#[sk(template = "BID#<at>#<id>")]
#[peak(writes_per_second = 900, item_bytes = 200, top_share = 0.9)]
struct Bid {
    region: Region,
    at: DateTime<Utc>,
    id: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "REGION#<region>")]
#[sk(template = "ASK#<at>#<id>")]
#[peak(writes_per_second = 900, item_bytes = 200, top_share = 0.9)]
struct Ask {
    region: Region,
    at: DateTime<Utc>,
    id: String,
}

#[derive(KeyEnum, Serialize, Deserialize)]
enum Region {
    Europe,
    America,
}

fn main() {}
