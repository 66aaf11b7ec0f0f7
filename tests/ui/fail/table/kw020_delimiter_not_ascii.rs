// `§` is two bytes in a key.

use keywright::Table;

#[derive(Table)]
#[table(delimiter = "§")]
struct Platform;

fn main() {}
