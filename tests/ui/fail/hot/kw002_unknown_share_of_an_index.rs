// The table accepts no unknown shares. That of the table's key is declared, and that of the index is not.

use chrono::{DateTime, Utc};
use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[table(undeclared_share = "deny")]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "VEHICLE#<vehicle>")]
#[sk(template = "<at>")]
#[gsi(index = "GSI1", query = by_depot, pk = "DEPOT#<depot>", sk = "<at>")]
#[peak(creates = 8_000, item_bytes = 300, top_share = 0.001)]
struct Position {
    vehicle: String,
    depot: String,
    at: DateTime<Utc>,
}

fn main() {}
