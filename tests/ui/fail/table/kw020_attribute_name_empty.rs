// DynamoDB refuses an attribute without a name.

use keywright::Table;

#[derive(Table)]
#[gsi(name = "GSI1", pk = "")]
struct Platform;

fn main() {}
