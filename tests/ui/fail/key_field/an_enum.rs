// An enum stands in keys as the texts of its variants: that is another derive.

use keywright::KeyField;

#[derive(KeyField)]
enum Status {
    Open,
    Paid,
}

fn main() {}
