//! Tables with strong consistency between Regions, and what DynamoDB offers for them. `fail/*/kw026_*.rs` are the other
//! sides.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(regions = "strong", write_id = "_w", launch = "gradual", quota = 80_000)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[entities(Account, Reading, Views)]
struct Bank;

/// A version, times, and a newer template of an index.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Bank)]
#[pk(template = "ACCOUNT#<id>")]
#[sk(template = "ACCOUNT")]
#[gsi(index = "GSI1", query = by_owner, pk = "OWNER#<owner>", sk = "<id>", legacy(template = "OWN#<owner>"))]
#[peak(creates = 10, updates = 100, item_bytes = 300)]
struct Account {
    id: String,
    owner: String,
    #[entity(version)]
    version: u64,
    #[entity(created)]
    created: DateTime<Utc>,
}

/// Shards that grow.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Bank)]
#[pk(template = "READINGS#<at>", bucket = "day")]
#[shard(hash(id), count = 10, grow(at = "2030-01-01T00:00:00Z", count = 20))]
#[sk(template = "<at>#<id>")]
struct Reading {
    at: DateTime<Utc>,
    id: String,
}

/// An increment is one update.
#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Bank)]
#[pk(template = "VIEWS#<page>")]
#[shard(random = 10)]
#[sk(template = "VIEWS")]
struct Views {
    page: String,
    #[entity(counter)]
    views: u64,
}
