// A table has at most 5 local secondary indexes: the sixth is marked.

use keywright::Table;

#[derive(Table)]
#[lsi(name = "LSI1", sk = "a")]
#[lsi(name = "LSI2", sk = "b")]
#[lsi(name = "LSI3", sk = "c")]
#[lsi(name = "LSI4", sk = "d")]
#[lsi(name = "LSI5", sk = "e")]
#[lsi(name = "LSI6", sk = "f")]
struct Platform;

fn main() {}
