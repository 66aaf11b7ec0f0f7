// An older key is one text, and the key of this index is two.

use keywright::{Entity, Table};

#[derive(Table)]
#[gsi(name = "GSI1", pk("A", "B"))]
struct Platform;

#[derive(Entity)]
#[entity(table = Platform)]
#[pk(template = "USER#<id>")]
#[sk(template = "PROFILE")]
#[gsi(index = "GSI1", query = by_region, pk("<tenant>", "<region>"), legacy(template = "<tenant>"))]
struct User {
    id: String,
    tenant: String,
    region: String,
}

fn main() {}
