// Items store a `ttl` in whole seconds, so that a hash of it has one value at any moment. The first index has no shards
// yet, and the second one hashes only the `ttl`.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(ttl = "expires")]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[gsi(name = "GSI2", pk = "GSI2PK", sk = "GSI2SK")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "SESSION#<id>")]
#[sk(template = "SESSION")]
#[gsi(index = "GSI1", query = by_day, pk = "END#<expires:day>", sk = "<expires>")]
#[gsi(index = "GSI2", query = by_end, pk = "END#<expires:day>", sk = "<expires>", shard(hash(expires), count = 12))]
#[peak(writes_per_second = 2_000, item_bytes = 700)]
struct Session {
    id: String,
    #[entity(ttl)]
    expires: DateTime<Utc>,
}

fn main() {}
