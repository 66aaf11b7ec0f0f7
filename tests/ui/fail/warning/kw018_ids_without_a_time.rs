// Ten new items a second under one partition key, which the `ttl` must delete before they fill it.

#![deny(deprecated)]

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(ttl = "expires")]
#[lsi(name = "by_size", sk(name = "size", type = "N"))]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "UPLOADS")]
#[sk(template = "<id>")]
#[peak(creates = 12, deletes = 2, item_bytes = 700)]
struct Upload {
    id: String,
    size: u64,
    #[entity(ttl)]
    expires: u64,
}

fn main() {}
