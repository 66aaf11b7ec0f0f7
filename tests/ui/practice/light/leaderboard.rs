//! silent: a small game's monthly board in an index; one key carries the whole declared peak.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "PLAYER#<player>")]
#[sk(template = "SCORE#<month:month>")]
#[gsi(index = "GSI1", query = board, pk = "BOARD#<month:month>", sk = "<points>#<player>")]
#[peak(writes_per_second = 30, item_bytes = 200)]
struct Score {
    player: String,
    month: DateTime<Utc>,
    points: u32,
}
