//! silent: one collection of settings that every process reads; the reads fit one key, and so do writes.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "CONFIGURATION")]
#[sk(template = "<name>")]
#[peak(writes_per_second = 1, item_bytes = 300, reads_per_second = 500)]
struct Parameter {
    name: String,
    value: String,
}
