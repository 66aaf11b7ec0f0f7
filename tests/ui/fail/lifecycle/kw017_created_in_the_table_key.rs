// Nobody could read by a time that the write alone knows.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "USER#<user>")]
#[sk(template = "SESSION#<begun>")]
struct Session {
    user: String,
    #[entity(created)]
    begun: DateTime<Utc>,
}

fn main() {}
