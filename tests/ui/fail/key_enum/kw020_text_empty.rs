// A key has no empty part.

use keywright::KeyEnum;

#[derive(KeyEnum)]
enum Severity {
    #[key("")]
    None,
    High,
}

fn main() {}
