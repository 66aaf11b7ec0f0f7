// A field is one of the two.

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
    #[entity(created, updated)]
    at: DateTime<Utc>,
}

fn main() {}
