//! silent: a day of sign-ups under one key; 150 creates/s fit it with their sentinels and transactions.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "SIGNUPS#<at:day>")]
#[sk(template = "<at>#<id>")]
#[peak(writes_per_second = 150, item_bytes = 400)]
struct Signup {
    at: DateTime<Utc>,
    id: String,
    #[entity(unique)]
    email: String,
}
