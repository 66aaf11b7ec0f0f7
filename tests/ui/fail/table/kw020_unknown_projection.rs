// `include` is written without quotes, with the attributes that it includes.

use keywright::Table;

#[derive(Table)]
#[gsi(name = "GSI1", pk = "GSI1PK", projection = "include")]
struct Platform;

fn main() {}
