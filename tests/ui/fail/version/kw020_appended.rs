// What is appended is not written again.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "LOG#<day>")]
#[shard(random = 4)]
#[sk(template = "<id>")]
struct Log {
    day: String,
    id: String,
    #[entity(version)]
    version: u64,
}

fn main() {}
