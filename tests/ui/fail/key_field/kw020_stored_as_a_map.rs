// serde writes a struct with a named field as a map.

use keywright::KeyField;

#[derive(KeyField, serde::Serialize, serde::Deserialize)]
struct BrandId {
    text: String,
}

fn main() {}
