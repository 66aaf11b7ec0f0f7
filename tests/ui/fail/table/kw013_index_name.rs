// CreateTable takes no blanks in the name of an index.

use keywright::Table;

#[derive(Table)]
#[gsi(name = "by brand", pk = "GSI1PK", sk = "GSI1SK")]
struct Platform;

fn main() {}
