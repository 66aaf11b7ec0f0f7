// A letter stands in nearly every value.

use keywright::Table;

#[derive(Table)]
#[table(delimiter = "T")]
struct Platform;

fn main() {}
