// Keys would hold nanoseconds, and the item milliseconds: what is read has another key. `left` says what it keeps.

use chrono::{DateTime, Utc, serde::ts_milliseconds};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "USER#<id>")]
#[sk(template = "SEEN#<seen>#<left:ms>")]
struct Visit {
    id: String,
    #[serde(with = "ts_milliseconds")]
    seen: DateTime<Utc>,
    #[serde(with = "ts_milliseconds")]
    left: DateTime<Utc>,
}

fn main() {}
