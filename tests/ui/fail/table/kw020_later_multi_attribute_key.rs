// Index keys of several attributes are of a later version; the message says what to do until then.

use keywright::Table;

#[derive(Table)]
#[gsi(name = "GSI1", pk("tenant", "region"), sk = "GSI1SK")]
struct Platform;

fn main() {}
