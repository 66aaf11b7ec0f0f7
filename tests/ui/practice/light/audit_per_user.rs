//! silent: what each user did, by month; a date together with a user is not hot.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "AUDIT#<user>#<at:month>")]
#[sk(template = "<at>#<id>")]
#[peak(writes_per_second = 300, item_bytes = 500)]
struct AuditEntry {
    user: String,
    at: DateTime<Utc>,
    id: String,
    action: String,
}
