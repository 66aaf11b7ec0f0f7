// The brand is no `Option`, so `None` is not a brand.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "THREAT#<brand>")]
#[sk(template = "ALERT#<at>#<id>")]
struct Threat {
    brand: String,
    at: DateTime<Utc>,
    id: String,
}

fn main() {
    let _ = Threat::query(None::<&str>);
}
