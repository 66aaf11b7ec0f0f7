// Writes compare the whole time with its attribute.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "ORDER#<id>")]
#[sk(template = "<placed:day>")]
struct Order {
    id: String,
    #[serde(alias = "at")]
    placed: DateTime<Utc>,
}

fn main() {}
