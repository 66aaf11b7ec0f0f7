//! silent: votes counted per poll on ten shards; polls are of unknown number.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "VOTES#<poll>")]
#[shard(random = 10)]
#[sk(template = "VOTES")]
#[peak(writes_per_second = 200, item_bytes = 200)]
struct Votes {
    poll: String,
    #[entity(counter)]
    votes: u64,
}
