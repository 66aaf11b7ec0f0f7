// CreateTable refuses a key whose partition key and sort key are one attribute.

use keywright::Table;

#[derive(Table)]
#[gsi(name = "GSI1", pk = "owner", sk = "owner")]
struct Platform;

fn main() {}
