// A part of an index's key has at most four attributes.

use keywright::Table;

#[derive(Table)]
#[gsi(name = "GSI1", pk = "tenant", sk("region", "round", "bracket", "at", "id"))]
struct Platform;

fn main() {}
