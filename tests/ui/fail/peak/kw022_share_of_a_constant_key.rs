// All reads are of the only key, whatever share is declared.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "CONFIG")]
#[sk(template = "<name>")]
#[peak(updates = 5, item_bytes = 300, reads(queries = 0, gets = 8_000, top_share = 0.1))]
struct Setting {
    name: String,
}

fn main() {}
