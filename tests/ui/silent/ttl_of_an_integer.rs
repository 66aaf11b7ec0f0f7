//! Index keys of a `ttl`, on the other side of `fail/hot/kw003_ttl_of_an_integer.rs`: 500 writes of a second fit into
//! one key, and a hash of the id spreads 2,000.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(ttl = "expires")]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[gsi(name = "GSI2", pk = "GSI2PK", sk = "GSI2SK")]
#[entities(Rare, Frequent)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "RARE#<id>")]
#[sk(template = "SESSION")]
#[gsi(index = "GSI1", query = by_end, pk = "RARE#<expires>", sk = "<id>")]
#[peak(creates = 500, item_bytes = 700)]
struct Rare {
    id: String,
    #[entity(ttl)]
    expires: u64,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "FREQUENT#<id>")]
#[sk(template = "SESSION")]
#[gsi(index = "GSI2", query = all, pk = "ALL", sk = "<expires>", shard(hash(id), count = 12))]
#[peak(creates = 2_000, item_bytes = 700)]
struct Frequent {
    id: String,
    #[entity(ttl)]
    expires: u64,
}
