//! Entries that move between partition keys of an index, on the other side of `practice/wrong/moves_between_days.rs`
//! and `fail/hot/kw003_moves_within_a_day.rs`. Of each move, one key gets one write.

use chrono::NaiveDate;
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[entities(Todo)]
struct Platform;

/// 700 writes/s if one date takes all, and 1,100 WCU/s in the index.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "TODO#<id>")]
#[sk(template = "TODO")]
#[gsi(index = "GSI1", query = due_on, pk = "DUE#<due>", sk = "<id>", peak(moves = 1.0))]
#[peak(creates = 300, updates = 400, item_bytes = 300)]
struct Todo {
    id: String,
    due: NaiveDate,
}
