//! `chrono`'s instants, times without a time zone, and dates.

use ::chrono::{DateTime, NaiveDate, NaiveDateTime, Utc};

use super::from_canonical_text;
use crate::key::{FieldKind, KeyField, KeyValue, Ordered, Timestamp};

/// A leap second, which only `chrono` can represent, is rejected when a key is written.
#[diagnostic::do_not_recommend]
impl KeyField for DateTime<Utc> {
    type Scalar = Self;
    const KIND: FieldKind = FieldKind::Time;

    fn to_value(&self) -> Option<KeyValue<'_>> {
        Some(KeyValue::Time(Timestamp { seconds: self.timestamp(), nanos: self.timestamp_subsec_nanos() }))
    }

    fn from_value(value: KeyValue<'_>) -> Option<Self> {
        match value {
            KeyValue::Time(time) => DateTime::from_timestamp(time.seconds, time.nanos),
            _ => None,
        }
    }
}

#[diagnostic::do_not_recommend]
impl Ordered for DateTime<Utc> {}

/// Written like `2026-06-22T14:00:00.000000000`. A leap second, which only `chrono` can represent, is rejected when a
/// key is written.
#[diagnostic::do_not_recommend]
impl KeyField for NaiveDateTime {
    type Scalar = Self;
    const KIND: FieldKind = FieldKind::CivilTime;

    fn to_value(&self) -> Option<KeyValue<'_>> {
        let utc = self.and_utc();
        Some(KeyValue::Time(Timestamp { seconds: utc.timestamp(), nanos: utc.timestamp_subsec_nanos() }))
    }

    fn from_value(value: KeyValue<'_>) -> Option<Self> {
        DateTime::<Utc>::from_value(value).map(|utc| utc.naive_utc())
    }
}

#[diagnostic::do_not_recommend]
impl Ordered for NaiveDateTime {}

/// Written like `2026-06-22`. Dates before year 0 or after 9999 are rejected when a key is written.
#[diagnostic::do_not_recommend]
impl KeyField for NaiveDate {
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
impl Ordered for NaiveDate {}
