// The partition key of a local index is the table's.

use keywright::Table;

#[derive(Table)]
#[lsi(name = "LSI1", pk = "LSI1PK", sk = "created")]
struct Platform;

fn main() {}
