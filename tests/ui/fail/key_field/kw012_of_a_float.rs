// A float cannot be used in a key, in a newtype either.

use keywright::KeyField;

#[derive(KeyField, serde::Serialize, serde::Deserialize)]
struct Price(f64);

fn main() {}
