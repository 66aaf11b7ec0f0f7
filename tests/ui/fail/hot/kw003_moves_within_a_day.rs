// The rank is in the sort key, so that an update can move an entry within its day: two writes to one partition key.

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
#[gsi(index = "GSI1", query = due_on, pk = "DUE#<due>", sk = "<rank>#<id>", peak(moves = 1.0))]
#[peak(creates = 300, updates = 400, item_bytes = 300)]
struct Todo {
    id: String,
    rank: u32,
    due: NaiveDate,
}

fn main() {}
