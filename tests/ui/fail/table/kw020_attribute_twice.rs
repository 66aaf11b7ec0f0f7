// The second `#[table]` would silently win or lose.

use keywright::Table;

#[derive(Table)]
#[table(pk = "PK")]
#[table(sk = "SK")]
struct Platform;

fn main() {}
