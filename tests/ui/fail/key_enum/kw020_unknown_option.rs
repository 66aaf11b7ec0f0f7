// The enum's own `#[key(..)]` has one option.

use keywright::KeyEnum;

#[derive(KeyEnum)]
#[key(rename_all = "lowercase")]
enum Severity {
    Low,
    High,
}

fn main() {}
