// Each entity fits the partition key of the day, but both write to the same one.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[entities(Login, Logout)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "LOG#<at:day>")]
#[sk(template = "LOGIN#<at>#<user>")]
#[peak(writes_per_second = 600, item_bytes = 200)]
struct Login {
    at: DateTime<Utc>,
    user: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "LOG#<at:day>")]
#[sk(template = "LOGOUT#<at>#<user>")]
#[peak(writes_per_second = 500, item_bytes = 200)]
struct Logout {
    at: DateTime<Utc>,
    user: String,
}

fn main() {}
