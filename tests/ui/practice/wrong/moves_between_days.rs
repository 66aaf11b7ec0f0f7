//! KW003: each update moves its entry to another due date, and one date may take all.

use chrono::NaiveDate;
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "TODO#<id>")]
#[sk(template = "TODO")]
#[gsi(index = "GSI1", query = due_on, pk = "DUE#<due>", sk = "<id>", peak(moves = 1.0))]
#[peak(creates = 300, updates = 900, item_bytes = 300)]
struct Todo {
    id: String,
    due: NaiveDate,
}

fn main() {}
