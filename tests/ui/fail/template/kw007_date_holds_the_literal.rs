// The `-` that should end the service's name stands in the date, too.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "LOG#<service><at:day>-<zone>")]
#[sk(template = "<at>")]
struct Log {
    service: String,
    at: DateTime<Utc>,
    zone: String,
}

fn main() {}
