// `nam` is not an option of an index. That the name is missing is not said too: it is the same mistake.

use keywright::Table;

#[derive(Table)]
#[gsi(nam = "GSI1", pk = "GSI1PK")]
struct Platform;

fn main() {}
