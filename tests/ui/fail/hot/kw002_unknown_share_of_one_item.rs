// The table accepts no unknown shares. Each key has one item, and one item can have all the updates.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(undeclared_share = "deny")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "DEVICE#<id>")]
#[sk(template = "STATE")]
#[peak(updates = 3_000, item_bytes = 300)]
struct State {
    id: String,
    value: u64,
}

fn main() {}
