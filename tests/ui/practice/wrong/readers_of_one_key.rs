//! KW022: every process reads the one collection of settings, 8,000 times a second.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "CONFIGURATION")]
#[sk(template = "<name>")]
#[peak(writes_per_second = 1, item_bytes = 300, reads_per_second = 8_000)]
struct Parameter {
    name: String,
    value: String,
}

fn main() {}
