//! silent: accounts by id, e-mail addresses unique; sentinels have keys of their own.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "ACCOUNT#<id>")]
#[sk(template = "ACCOUNT")]
#[peak(writes_per_second = 30, item_bytes = 500)]
struct Account {
    id: String,
    #[entity(unique)]
    email: String,
    name: String,
}
