// `find` looks for items.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "POLL#<poll>")]
#[shard(random = 10)]
#[sk(template = "VOTES")]
struct Votes {
    poll: String,
    #[entity(counter)]
    find: u64,
}

fn main() {}
