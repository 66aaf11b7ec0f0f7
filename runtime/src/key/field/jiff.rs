//! `jiff`'s instants and dates.

use super::from_canonical_text;
use crate::key::{FieldKind, KeyField, KeyValue, Ordered, Timestamp};

/// Years before 0 are rejected when a key is written.
#[diagnostic::do_not_recommend]
impl KeyField for ::jiff::Timestamp {
    type Scalar = Self;
    const KIND: FieldKind = FieldKind::Time;

    fn to_value(&self) -> Option<KeyValue<'_>> {
        // jiff counts nanoseconds toward zero, and this crate counts them forward.
        let nanos = self.subsec_nanosecond();
        let seconds = self.as_second() - i64::from(nanos < 0);
        let nanos = nanos.rem_euclid(1_000_000_000).unsigned_abs();
        Some(KeyValue::Time(Timestamp { seconds, nanos }))
    }

    fn from_value(value: KeyValue<'_>) -> Option<Self> {
        match value {
            KeyValue::Time(time) => {
                Self::from_nanosecond(i128::from(time.seconds) * 1_000_000_000 + i128::from(time.nanos)).ok()
            }
            _ => None,
        }
    }
}

#[diagnostic::do_not_recommend]
impl Ordered for ::jiff::Timestamp {}

/// Written like `2026-06-22`. Dates before year 0 are rejected when a key is written.
#[diagnostic::do_not_recommend]
impl KeyField for ::jiff::civil::Date {
    type Scalar = Self;
    const KIND: FieldKind = FieldKind::Date;

    fn to_value(&self) -> Option<KeyValue<'_>> {
        Some(KeyValue::Text(self.to_string().into()))
    }

    fn from_value(value: KeyValue<'_>) -> Option<Self> {
        from_canonical_text(&value)
    }
}

#[diagnostic::do_not_recommend]
impl Ordered for ::jiff::civil::Date {}
