//! KW001: 700 creates/s fit one key alone, and as transactions with a sentinel they cost twice that and more.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "MEMBERS")]
#[sk(template = "<id>")]
#[peak(writes_per_second = 700, item_bytes = 300)]
struct Member {
    id: String,
    #[entity(unique)]
    email: String,
}

fn main() {}
