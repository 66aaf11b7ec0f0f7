// What the function writes is not what keys hold.

use keywright::KeyField;

#[derive(KeyField, serde::Serialize)]
struct OrderId(#[serde(serialize_with = "hexadecimal")] u64);

fn hexadecimal<S: serde::Serializer>(id: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&format!("{id:x}"))
}

fn main() {}
