// The table keys are apart, but in the index both entities write to the partition key of the hour.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[entities(Login, Logout)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "LOGIN#<user>")]
#[sk(template = "<at>")]
#[gsi(index = "GSI1", query = latest, pk = "LATEST#<at:hour>", sk = "<at>#<user>")]
#[peak(writes_per_second = 600, item_bytes = 200)]
struct Login {
    at: DateTime<Utc>,
    user: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "LOGOUT#<user>")]
#[sk(template = "<at>")]
#[gsi(index = "GSI1", query = latest, pk = "LATEST#<at:hour>", sk = "<at>#<user>")]
#[peak(writes_per_second = 500, item_bytes = 200)]
struct Logout {
    at: DateTime<Utc>,
    user: String,
}

fn main() {}
