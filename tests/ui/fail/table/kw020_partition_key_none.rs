// A table may do without a sort key, never without a partition key.

use keywright::Table;

#[derive(Table)]
#[table(pk = none)]
struct Platform;

fn main() {}
