//! silent: a profile per user; a key of unknown values is judged by a declared share only.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "USER#<user>")]
#[sk(template = "PROFILE")]
struct Profile {
    user: String,
    name: String,
    language: String,
    #[entity(updated)]
    changed: DateTime<Utc>,
}
