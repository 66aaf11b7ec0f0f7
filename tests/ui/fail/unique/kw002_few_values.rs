// Three sentinels for 600 creates a second, of which three can succeed. One within each tenant is fine.

use keywright::{Entity, KeyEnum, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(KeyEnum, Serialize, Deserialize)]
enum Level {
    Low,
    Middle,
    High,
}

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "USER#<id>")]
#[sk(template = "PROFILE")]
#[peak(creates = 600, item_bytes = 300)]
struct User {
    id: String,
    #[entity(unique)]
    level: Level,
}

fn main() {}
