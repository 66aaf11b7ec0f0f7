//! KW004: notes and files share the keys of tenants, and their shares of one tenant make 1,260 units.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[entities(Note, File)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "TENANT#<tenant>")]
#[sk(template = "NOTE#<id>")]
#[peak(writes_per_second = 900, item_bytes = 700, top_share = 0.7)]
struct Note {
    tenant: String,
    id: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "TENANT#<tenant>")]
#[sk(template = "FILE#<path>")]
#[peak(writes_per_second = 900, item_bytes = 300, top_share = 0.7)]
struct File {
    tenant: String,
    path: String,
}

fn main() {}
