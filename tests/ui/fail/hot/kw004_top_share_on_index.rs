// The table key is as good as unique, but in the index one owner takes 60 % of the writes.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "TASK#<id>")]
#[sk(template = "TASK")]
#[gsi(index = "GSI1", query = by_owner, pk = "OWNER#<owner>", sk = "<id>", peak(top_share = 0.6))]
#[peak(writes_per_second = 2_000, item_bytes = 300)]
struct Task {
    id: String,
    owner: String,
}

fn main() {}
