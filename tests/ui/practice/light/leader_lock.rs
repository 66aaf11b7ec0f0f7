//! silent: a lock that one leader renews twice a second; the peak is declared, and one key carries it.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(ttl = "expires_at")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "LEADER")]
#[sk(template = "LOCK")]
#[peak(writes_per_second = 2, item_bytes = 150)]
struct LeaderLock {
    holder: String,
    fence: u64,
    #[entity(ttl)]
    #[serde(with = "chrono::serde::ts_seconds")]
    expires_at: DateTime<Utc>,
}
