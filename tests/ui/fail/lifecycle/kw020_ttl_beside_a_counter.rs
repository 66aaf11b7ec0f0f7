// An increment does not know when the item that it makes expires.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(ttl = "expires_at")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "USER#<user>")]
#[sk(template = "SESSION")]
struct Visits {
    user: String,
    #[entity(counter)]
    visits: u64,
    #[entity(ttl)]
    expires_at: Option<DateTime<Utc>>,
}

fn main() {}
