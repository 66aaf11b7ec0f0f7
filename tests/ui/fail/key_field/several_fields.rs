// A key has no place for two values of one placeholder.

use keywright::KeyField;

#[derive(KeyField)]
struct Place(String, String);

fn main() {}
