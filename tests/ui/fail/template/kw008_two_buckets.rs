// A query asks for a range of one field, so only one can be bucketed.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "TRIP#<start:day>#<end:day>")]
#[sk(template = "<id>")]
struct Trip {
    start: DateTime<Utc>,
    end: DateTime<Utc>,
    id: String,
}

fn main() {}
