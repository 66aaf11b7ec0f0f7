// Each of the two fits; with the entries of the local index, their sum does not.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[lsi(name = "by_user", sk = "user", projection = "keys_only")]
#[entities(Login, Logout)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "LOG#<at:day>")]
#[sk(template = "IN#<at>")]
#[peak(writes_per_second = 300, item_bytes = 200)]
struct Login {
    at: DateTime<Utc>,
    user: String,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "LOG#<at:day>")]
#[sk(template = "OUT#<at>")]
#[peak(writes_per_second = 300, item_bytes = 200)]
struct Logout {
    at: DateTime<Utc>,
    user: String,
}

fn main() {}
