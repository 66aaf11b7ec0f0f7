// Items would hold a text, and keys a number.

use keywright::KeyField;

#[derive(Clone, KeyField, serde::Serialize)]
#[serde(into = "String")]
struct OrderId(u64);

impl From<OrderId> for String {
    fn from(id: OrderId) -> Self {
        id.0.to_string()
    }
}

fn main() {}
