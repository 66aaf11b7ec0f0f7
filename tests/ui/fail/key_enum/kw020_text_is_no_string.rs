// The text of a variant is a string in parentheses.

use keywright::KeyEnum;

#[derive(KeyEnum)]
enum Severity {
    Low,
    #[key(name = "high")]
    High,
}

fn main() {}
