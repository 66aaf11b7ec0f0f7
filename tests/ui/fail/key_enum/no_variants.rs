// An enum without variants has no value to write.

use keywright::KeyEnum;

#[derive(KeyEnum)]
enum Severity {}

fn main() {}
