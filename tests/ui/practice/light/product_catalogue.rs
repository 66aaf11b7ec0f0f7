//! silent: a catalogue by category; even one category alone carries the whole nightly import.

use keywright::{Entity, KeyEnum, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "CATEGORY#<category>")]
#[sk(template = "<name>#<id>")]
#[peak(writes_per_second = 50, item_bytes = 900)]
struct Product {
    category: Category,
    id: String,
    name: String,
    price_cents: u64,
}

#[derive(KeyEnum, Serialize, Deserialize)]
enum Category {
    Books,
    Games,
    Garden,
    Music,
    Tools,
}
