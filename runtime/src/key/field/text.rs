//! Text of any length.

use std::{borrow::Cow, sync::Arc};

use crate::key::{FieldKind, KeyField, KeyValue, Ordered, TextField};

macro_rules! texts {
    ($($type:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl KeyField for $type {
            type Scalar = Self;
            const KIND: FieldKind = FieldKind::Text;

            fn to_value(&self) -> Option<KeyValue<'_>> {
                Some(KeyValue::Text(Cow::Borrowed(self)))
            }

            fn from_value(value: KeyValue<'_>) -> Option<Self> {
                match value {
                    KeyValue::Text(text) => Some(text.into_owned().into()),
                    _ => None,
                }
            }
        }

        #[diagnostic::do_not_recommend]
        impl Ordered for $type {}

        #[diagnostic::do_not_recommend]
        impl TextField for $type {}
    )*};
}

texts! { String Box<str> Arc<str> Cow<'static, str> }

#[diagnostic::do_not_recommend]
impl KeyField for char {
    type Scalar = Self;
    const KIND: FieldKind = FieldKind::Text;

    fn to_value(&self) -> Option<KeyValue<'_>> {
        Some(KeyValue::Text(self.to_string().into()))
    }

    fn from_value(value: KeyValue<'_>) -> Option<Self> {
        match value {
            KeyValue::Text(text) => text.parse().ok(),
            _ => None,
        }
    }
}

#[diagnostic::do_not_recommend]
impl Ordered for char {}
