//! silent: 20,000 reads a second over products; no share is declared, so no product is known to be hot.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "PRODUCT#<id>")]
#[sk(template = "PAGE")]
#[peak(writes_per_second = 5, item_bytes = 6_000, reads_per_second = 20_000)]
struct ProductPage {
    id: String,
    title: String,
    html: String,
}
