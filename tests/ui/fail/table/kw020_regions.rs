// The replicas of a table are eventually or strongly consistent.

use keywright::Table;

#[derive(Table)]
#[table(regions = "three")]
struct Slow;

fn main() {}
