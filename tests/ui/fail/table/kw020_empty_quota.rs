// A quota without a number of units.

use keywright::Table;

#[derive(Table)]
#[table(quota())]
struct Platform;

fn main() {}
