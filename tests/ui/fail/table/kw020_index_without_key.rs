// An index has a partition key.

use keywright::Table;

#[derive(Table)]
#[gsi(name = "GSI1", sk = "GSI1SK")]
struct Platform;

fn main() {}
