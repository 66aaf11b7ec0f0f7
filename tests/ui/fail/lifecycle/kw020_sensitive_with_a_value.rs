// It is a word.

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
    #[entity(sensitive = true)]
    user: String,
    begun: DateTime<Utc>,
}

fn main() {}
