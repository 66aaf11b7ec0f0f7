// The list names a type that is nowhere: rustc says so once, and our checks add nothing.

use keywright::Table;

#[derive(Table)]
#[entities(brand::Threat)]
struct Platform;

mod brand {}

fn main() {}
