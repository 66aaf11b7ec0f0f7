// An item is changed last at one instant.

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
    #[entity(updated)]
    updated: DateTime<Utc>,
    #[entity(updated)]
    seen: DateTime<Utc>,
}

fn main() {}
