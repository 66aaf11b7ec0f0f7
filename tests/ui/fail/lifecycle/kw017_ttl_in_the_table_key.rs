// A session that lives longer would be another one.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(ttl = "expires_at")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "USER#<user>")]
#[sk(template = "SESSION#<expires_at>")]
struct Session {
    user: String,
    #[entity(ttl)]
    expires_at: DateTime<Utc>,
}

fn main() {}
