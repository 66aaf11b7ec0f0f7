// Half of 8,000 reads a second ask for one product, and even a single item costs a whole unit.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "PRODUCT#<id>")]
#[sk(template = "PAGE")]
#[peak(writes_per_second = 5, item_bytes = 6_000, reads_per_second = 8_000, top_share = 0.5)]
struct Product {
    id: String,
}

fn main() {}
