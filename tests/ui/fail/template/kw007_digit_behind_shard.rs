// Shard 1 of "1a" and shard 11 of "a" would be one key: `LOG#111a`.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "LOG#<shard>1<device>")]
#[shard(hash(at), count = 20)]
#[sk(template = "<at>")]
struct Log {
    device: String,
    at: DateTime<Utc>,
}

fn main() {}
