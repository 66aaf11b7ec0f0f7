// An encoding is "escaped" or "raw".

use keywright::Table;

#[derive(Table)]
#[table(encoding = "escape")]
struct Platform;

fn main() {}
