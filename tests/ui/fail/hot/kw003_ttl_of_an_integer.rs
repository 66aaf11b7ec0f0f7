// A `ttl` is a time in seconds, whatever its type: all sessions of a second write to one index key, and a hash of the
// `ttl` spreads none of them.

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
#[gsi(index = "GSI1", query = by_end, pk = "END#<expires>", sk = "<id>")]
#[gsi(index = "GSI2", query = all, pk = "ALL", sk = "<expires>", shard(hash(expires), count = 12))]
#[peak(creates = 2_000, item_bytes = 700)]
struct Session {
    id: String,
    #[entity(ttl)]
    expires: u64,
}

fn main() {}
