// The random bytes of a write id would stand where the key does.

use keywright::Table;

#[derive(Table)]
#[table(pk = "PK", sk = "SK", write_id = "SK")]
struct Platform;

fn main() {}
