// A delimiter is one byte.

use keywright::Table;

#[derive(Table)]
#[table(delimiter = "::")]
struct Platform;

fn main() {}
