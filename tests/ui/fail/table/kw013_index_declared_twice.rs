// An entity's `#[gsi(index = "GSI1", ..)]` would not know which of the two is meant.

use keywright::Table;

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[gsi(name = "GSI2", pk = "GSI2PK")]
#[gsi(name = "GSI1", pk = "GSI3PK", sk = "GSI3SK")]
struct Platform;

fn main() {}
