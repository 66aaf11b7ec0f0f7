//! UUIDs: 36 bytes, hyphenated, in lower case.

use ::uuid::Uuid;

use crate::key::{FieldKind, KeyField, KeyValue, Ordered};

#[diagnostic::do_not_recommend]
impl KeyField for Uuid {
    type Scalar = Self;
    const KIND: FieldKind = FieldKind::FixedText(36);

    fn to_value(&self) -> Option<KeyValue<'_>> {
        Some(KeyValue::Text(self.hyphenated().to_string().into()))
    }

    fn from_value(value: KeyValue<'_>) -> Option<Self> {
        match value {
            KeyValue::Text(text) if text.len() == 36 => Self::try_parse(&text).ok(),
            _ => None,
        }
    }
}

#[diagnostic::do_not_recommend]
impl Ordered for Uuid {}
