//! Integers. `usize` and `isize` are not supported, because their width depends on the platform.

use crate::key::{FieldKind, Integer, KeyField, KeyValue, Ordered};

macro_rules! integers {
    ($($type:ident: $signed:literal)*) => {$(
        #[diagnostic::do_not_recommend]
        impl KeyField for $type {
            type Scalar = Self;
            const KIND: FieldKind = FieldKind::Integer {
                digits: <$type>::MAX.ilog10() as u8 + 1,
                signed: $signed,
            };

            fn to_value(&self) -> Option<KeyValue<'_>> {
                Some(KeyValue::Integer(Integer::from(*self)))
            }

            fn from_value(value: KeyValue<'_>) -> Option<Self> {
                match value {
                    KeyValue::Integer(integer) => integer.try_into().ok(),
                    _ => None,
                }
            }
        }

        #[diagnostic::do_not_recommend]
        impl Ordered for $type {}
    )*};
}

integers! {
    u8: false u16: false u32: false u64: false u128: false
    i8: true i16: true i32: true i64: true i128: true
}
