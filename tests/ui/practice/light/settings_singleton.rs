//! silent: one settings item; its whole peak is declared, and one key carries it.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "SETTINGS")]
#[sk(template = "SETTINGS")]
#[peak(writes_per_second = 5, item_bytes = 900, reads_per_second = 200)]
struct Settings {
    theme: String,
    maintenance: bool,
    support_email: String,
}
