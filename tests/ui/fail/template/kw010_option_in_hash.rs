// An item without a brand would have no shard.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "THREAT#<day>")]
#[shard(hash(brand), count = 10)]
#[sk(template = "ALERT#<id>")]
struct Threat {
    day: String,
    brand: Option<String>,
    id: String,
}

fn main() {}
