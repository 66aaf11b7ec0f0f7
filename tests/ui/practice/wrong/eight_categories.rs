//! KW002: an even division fits, one category alone does not, and no share is declared: a warning.

#![deny(deprecated)]

use chrono::{DateTime, Utc};
use keywright::{Entity, KeyEnum, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "OFFERS#<category>")]
#[sk(template = "<at>#<id>")]
#[peak(writes_per_second = 5_000, item_bytes = 500)]
struct Offer {
    category: Category,
    at: DateTime<Utc>,
    id: String,
}

#[derive(KeyEnum, Serialize, Deserialize)]
enum Category {
    Art,
    Books,
    Cars,
    Fashion,
    Garden,
    Homes,
    Music,
    Toys,
}

fn main() {}
