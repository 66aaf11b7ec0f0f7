// The table has no TTL attribute, and DynamoDB would delete nothing.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "USER#<user>")]
#[sk(template = "SESSION")]
struct Session {
    user: String,
    #[entity(ttl)]
    expires_at: DateTime<Utc>,
}

fn main() {}
