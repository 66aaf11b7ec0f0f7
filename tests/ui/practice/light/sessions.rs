//! silent: sessions by token, and by user in an index; both keys have unknown values.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(ttl = "expires_at")]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "SESSION#<token>")]
#[sk(template = "SESSION")]
#[gsi(index = "GSI1", query = of_user, pk = "USER#<user>", sk = "SESSION#<opened>")]
struct Session {
    token: String,
    user: String,
    opened: DateTime<Utc>,
    #[entity(ttl)]
    #[serde(with = "chrono::serde::ts_seconds")]
    expires_at: DateTime<Utc>,
}
