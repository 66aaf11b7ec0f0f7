// A text cannot hold what a variant holds. What needs a key field still finds one: the mistake is reported once.

use keywright::{KeyEnum, KeyField};

#[derive(KeyEnum)]
enum Severity {
    Low,
    Other(String),
}

fn value(severity: &Severity) -> bool {
    severity.to_value().is_some()
}

fn main() {
    value(&Severity::Low);
    value(&Severity::Other(String::new()));
}
