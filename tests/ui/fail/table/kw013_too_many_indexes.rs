// A table has at most 20 global secondary indexes: the 21st is marked.

use keywright::Table;

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK")]
#[gsi(name = "GSI2", pk = "GSI2PK")]
#[gsi(name = "GSI3", pk = "GSI3PK")]
#[gsi(name = "GSI4", pk = "GSI4PK")]
#[gsi(name = "GSI5", pk = "GSI5PK")]
#[gsi(name = "GSI6", pk = "GSI6PK")]
#[gsi(name = "GSI7", pk = "GSI7PK")]
#[gsi(name = "GSI8", pk = "GSI8PK")]
#[gsi(name = "GSI9", pk = "GSI9PK")]
#[gsi(name = "GSI10", pk = "GSI10PK")]
#[gsi(name = "GSI11", pk = "GSI11PK")]
#[gsi(name = "GSI12", pk = "GSI12PK")]
#[gsi(name = "GSI13", pk = "GSI13PK")]
#[gsi(name = "GSI14", pk = "GSI14PK")]
#[gsi(name = "GSI15", pk = "GSI15PK")]
#[gsi(name = "GSI16", pk = "GSI16PK")]
#[gsi(name = "GSI17", pk = "GSI17PK")]
#[gsi(name = "GSI18", pk = "GSI18PK")]
#[gsi(name = "GSI19", pk = "GSI19PK")]
#[gsi(name = "GSI20", pk = "GSI20PK")]
#[gsi(name = "GSI21", pk = "GSI21PK")]
struct Platform;

fn main() {}
