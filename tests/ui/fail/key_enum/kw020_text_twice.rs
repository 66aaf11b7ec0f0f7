// A key is parsed back to its fields: "High" would be two variants.

use keywright::KeyEnum;

#[derive(KeyEnum)]
enum Severity {
    Low,
    High,
    #[key("High")]
    Critical,
}

fn main() {}
