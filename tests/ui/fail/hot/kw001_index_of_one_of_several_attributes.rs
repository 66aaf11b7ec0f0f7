// The entity's key in one index has several attributes. One of them, with an attribute of the table's key, is the key
// of another index, which therefore contains the items, too.

use keywright::{Entity, Table};
use serde::{Deserialize, Serialize};

#[derive(Table)]
#[gsi(name = "ByCity", pk("GSI1PK", "city"), sk("PK"))]
#[gsi(name = "ByKind", pk("GSI1PK", "SK"), sk("city", "PK"))]
#[entities(Court)]
struct Platform;

#[derive(Entity, Serialize, Deserialize)]
#[entity(table = Platform)]
#[pk(template = "COURT#<id>")]
#[sk(template = "COURT")]
#[gsi(index = "ByCity", query = by_city, pk("COURTS", "<city>"), sk("COURT#<id>"))]
#[peak(writes_per_second = 2_000, item_bytes = 400)]
struct Court {
    id: String,
    city: String,
}

fn main() {}
