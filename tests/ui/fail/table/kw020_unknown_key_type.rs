// A key attribute is of type S, N or B.

use keywright::Table;

#[derive(Table)]
#[table(pk = "deviceId", sk(name = "ts", type = "number"))]
struct Platform;

fn main() {}
