// The key says on which day it was, and no attribute would say when.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "USER#<id>#<at:day>")]
#[sk(template = "VISIT")]
struct Visit {
    #[entity(key_only)]
    id: String,
    #[entity(key_only)]
    at: DateTime<Utc>,
}

fn main() {}
