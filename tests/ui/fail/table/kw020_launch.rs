//! KW020: a launch is full or gradual.

use keywright::Table;

#[derive(Table)]
#[table(launch = "slow")]
struct Slow;

#[derive(Table)]
#[table(launch)]
struct Nothing;

fn main() {}
