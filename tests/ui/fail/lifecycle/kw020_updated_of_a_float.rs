// A float is not a supported type of time.

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
    begun: DateTime<Utc>,
    #[entity(updated)]
    updated: f64,
}

fn main() {}
