// A local index is another sort key.

use keywright::Table;

#[derive(Table)]
#[lsi(name = "LSI1", sk = none)]
struct Platform;

fn main() {}
