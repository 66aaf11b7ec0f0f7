//! silent: notes and files share the keys of tenants; the shares of one tenant add up to 100 units/s.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[entities(Note, File)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "TENANT#<tenant>")]
#[sk(template = "NOTE#<id>")]
#[peak(writes_per_second = 2_000, item_bytes = 700, top_share = 0.02)]
struct Note {
    tenant: String,
    id: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "TENANT#<tenant>")]
#[sk(template = "FILE#<path>")]
#[peak(writes_per_second = 3_000, item_bytes = 300, top_share = 0.02)]
struct File {
    tenant: String,
    path: String,
}
