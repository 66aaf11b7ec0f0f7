// A quota of nothing would refuse every peak.

use keywright::Table;

#[derive(Table)]
#[table(quota = 0)]
struct Platform;

fn main() {}
