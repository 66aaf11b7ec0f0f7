// `%` begins an escaped byte: a key with `%41` in it could be read in two ways.

use keywright::Table;

#[derive(Table)]
#[table(delimiter = "%")]
struct Platform;

fn main() {}
