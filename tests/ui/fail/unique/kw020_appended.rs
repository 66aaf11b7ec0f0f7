// The key of what is appended is known when it is written.

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
    #[entity(unique)]
    call: String,
}

fn main() {}
