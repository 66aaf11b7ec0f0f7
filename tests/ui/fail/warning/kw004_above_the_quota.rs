// Many values carry 50,000 WCU/s, but an account may use 40,000 on one table until AWS raises the quota.

#![deny(deprecated)]

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "USER#<id>")]
#[sk(template = "PROFILE")]
#[peak(writes_per_second = 50_000, item_bytes = 300)]
struct User {
    id: String,
}

fn main() {}
