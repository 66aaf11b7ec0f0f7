// The names of global and of local indexes are one set.

use keywright::Table;

#[derive(Table)]
#[gsi(name = "by_size", pk = "GSI1PK", sk = "GSI1SK")]
#[lsi(name = "by_size", sk = "size")]
struct Platform;

fn main() {}
