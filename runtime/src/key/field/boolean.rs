//! `bool`: the texts `false` and `true`, without ranges.

use crate::key::{FieldKind, KeyField, KeyValue};

#[diagnostic::do_not_recommend]
impl KeyField for bool {
    type Scalar = Self;
    const KIND: FieldKind = FieldKind::OneOf(&["false", "true"]);

    fn to_value(&self) -> Option<KeyValue<'_>> {
        Some(KeyValue::Text(if *self { "true" } else { "false" }.into()))
    }

    fn from_value(value: KeyValue<'_>) -> Option<Self> {
        match value {
            KeyValue::Text(text) => text.parse().ok(),
            _ => None,
        }
    }
}
