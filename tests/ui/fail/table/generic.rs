// A table is one type: its entities name it.

use keywright::Table;

#[derive(Table)]
struct Platform<T>(T);

fn main() {}
