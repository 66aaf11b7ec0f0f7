// Without a sort key there is one item under each partition key: nothing that another order could sort.

use keywright::Table;

#[derive(Table)]
#[table(sk = none)]
#[lsi(name = "LSI1", sk = "created")]
struct Platform;

fn main() {}
