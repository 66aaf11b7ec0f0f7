// All increments of a day are one count, and the hash of the instant would have them in several shards.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "HITS#<page>#<at:day>")]
#[shard(hash(at), count = 10)]
#[sk(template = "HITS")]
struct Hits {
    page: String,
    at: chrono::DateTime<chrono::Utc>,
    #[entity(counter)]
    hits: u64,
}

fn main() {}
