// The texts of an enum do not depend on a type.

use keywright::KeyEnum;

#[derive(KeyEnum)]
enum Severity<const N: usize> {
    Low,
    High,
}

fn main() {}
