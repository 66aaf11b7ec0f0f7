// `ts` is a number in the table's key and would be a string in the index.

use keywright::Table;

#[derive(Table)]
#[table(pk = "deviceId", sk(name = "ts", type = "N"))]
#[gsi(name = "GSI1", pk = "owner", sk = "ts")]
struct Platform;

fn main() {}
