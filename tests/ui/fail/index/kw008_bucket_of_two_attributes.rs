// Of two attributes, only the templates can say which has the bucket.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};

#[derive(Table)]
#[gsi(name = "GSI1", pk("A", "B"))]
struct Platform;

#[derive(Entity)]
#[entity(table = Platform)]
#[pk(template = "USER#<id>")]
#[sk(template = "PROFILE")]
#[gsi(index = "GSI1", query = by_day, pk("<tenant>", "<at>"), bucket = "day")]
struct User {
    id: String,
    tenant: String,
    at: DateTime<Utc>,
}

fn main() {}
