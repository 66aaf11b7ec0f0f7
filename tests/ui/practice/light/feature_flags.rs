//! silent: flags of three stages; one stage carries the tiny peak and all of the declared reads.

use keywright::{Entity, KeyEnum, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "FLAGS#<stage>")]
#[sk(template = "<name>")]
#[peak(writes_per_second = 1, item_bytes = 250, reads_per_second = 300)]
struct Flag {
    stage: Stage,
    name: String,
    enabled: bool,
}

#[derive(KeyEnum, Serialize, Deserialize)]
enum Stage {
    Development,
    Staging,
    Production,
}
