//! `jiff`'s instants, times without a time zone, and dates.

use ::jiff::{SignedDuration, civil::DateTime};

use super::from_canonical_text;
use crate::key::{FieldKind, KeyField, KeyValue, Ordered, Timestamp};

/// Years before 0 are rejected when a key is written.
#[diagnostic::do_not_recommend]
impl KeyField for ::jiff::Timestamp {
    type Scalar = Self;
    const KIND: FieldKind = FieldKind::Time;

    fn to_value(&self) -> Option<KeyValue<'_>> {
        Some(KeyValue::Time(counted_forward(self.as_second(), self.subsec_nanosecond())))
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

/// The date and time at which [`Timestamp`] is 0.
const EPOCH: DateTime = DateTime::constant(1970, 1, 1, 0, 0, 0, 0);

/// Written like `2026-06-22T14:00:00.000000000`. Years before 0 are rejected when a key is written.
#[diagnostic::do_not_recommend]
impl KeyField for DateTime {
    type Scalar = Self;
    const KIND: FieldKind = FieldKind::CivilTime;

    fn to_value(&self) -> Option<KeyValue<'_>> {
        let since = self.duration_since(EPOCH);
        Some(KeyValue::Time(counted_forward(since.as_secs(), since.subsec_nanos())))
    }

    fn from_value(value: KeyValue<'_>) -> Option<Self> {
        let KeyValue::Time(time) = value else { return None };
        let nanos = i32::try_from(time.nanos).ok().filter(|nanos| *nanos < 1_000_000_000)?;
        EPOCH.checked_add(SignedDuration::new(time.seconds, nanos)).ok()
    }
}

#[diagnostic::do_not_recommend]
impl Ordered for DateTime {}

/// Converts nanoseconds toward zero, as jiff counts them, to nanoseconds forward, as this crate does.
fn counted_forward(seconds: i64, nanos: i32) -> Timestamp {
    Timestamp { seconds: seconds - i64::from(nanos < 0), nanos: nanos.rem_euclid(1_000_000_000).unsigned_abs() }
}

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
