// The share of an index's most frequent key stands in its peak.

use keywright::{Entity, Table};

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Platform;

#[derive(Entity)]
#[entity(table = Platform)]
#[pk(template = "JOB#<id>")]
#[sk(template = "JOB")]
#[gsi(index = "GSI1", query = by_owner, pk = "OWNER#<owner>", sk = "<id>", top_share = 0.4)]
#[peak(writes_per_second = 500, item_bytes = 300)]
struct Job {
    id: String,
    owner: String,
}

fn main() {}
