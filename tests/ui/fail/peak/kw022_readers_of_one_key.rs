// 4,000 reads a second of one key, where even a single item costs a whole unit.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "PRODUCT#<id>")]
#[sk(template = "PAGE")]
#[peak(writes_per_second = 5, item_bytes = 6_000, reads_per_second = 4_000)]
struct Product {
    id: String,
}

fn main() {}
