// `<` begins a placeholder in every template.

use keywright::Table;

#[derive(Table)]
#[table(delimiter = "<")]
struct Platform;

fn main() {}
