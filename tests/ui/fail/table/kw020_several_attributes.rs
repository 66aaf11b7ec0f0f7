// DynamoDB takes several attributes in keys of global indexes only.

use keywright::Table;

#[derive(Table)]
#[table(pk("tenant", "region"), sk = "SK")]
struct Platform;

fn main() {}
