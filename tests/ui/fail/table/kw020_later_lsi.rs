// Local secondary indexes are of a later version; the message says what to do until then.

use keywright::Table;

#[derive(Table)]
#[lsi(name = "LSI1", sk = "created")]
struct Platform;

fn main() {}
