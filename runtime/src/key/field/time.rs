//! The instants, times without a time zone, and dates of the `time` crate.

use ::time::{Date, Month, OffsetDateTime, PrimitiveDateTime, UtcDateTime};

use crate::key::{FieldKind, KeyField, KeyValue, Ordered, Timestamp};

macro_rules! instants {
    ($($(#[$docs:meta])* $instant:ty;)+) => {$(
        $(#[$docs])*
        #[diagnostic::do_not_recommend]
        impl KeyField for $instant {
            type Scalar = Self;
            const KIND: FieldKind = FieldKind::Time;

            fn to_value(&self) -> Option<KeyValue<'_>> {
                Some(KeyValue::Time(Timestamp { seconds: self.unix_timestamp(), nanos: self.nanosecond() }))
            }

            fn from_value(value: KeyValue<'_>) -> Option<Self> {
                let KeyValue::Time(Timestamp { seconds, nanos }) = value else { return None };
                Self::from_unix_timestamp(seconds).ok()?.replace_nanosecond(nanos).ok()
            }
        }

        #[diagnostic::do_not_recommend]
        impl Ordered for $instant {}
    )+};
}

instants! {
    /// Keys contain the instant without its offset: a value that is read from a key is in UTC. Years before 0 are
    /// rejected when a key is written.
    OffsetDateTime;

    /// Years before 0 are rejected when a key is written.
    UtcDateTime;
}

/// Written like `2026-06-22T14:00:00.000000000`. Years before 0 are rejected when a key is written.
#[diagnostic::do_not_recommend]
impl KeyField for PrimitiveDateTime {
    type Scalar = Self;
    const KIND: FieldKind = FieldKind::CivilTime;

    fn to_value(&self) -> Option<KeyValue<'_>> {
        let utc = self.as_utc();
        Some(KeyValue::Time(Timestamp { seconds: utc.unix_timestamp(), nanos: utc.nanosecond() }))
    }

    fn from_value(value: KeyValue<'_>) -> Option<Self> {
        UtcDateTime::from_value(value).map(|utc| Self::new(utc.date(), utc.time()))
    }
}

#[diagnostic::do_not_recommend]
impl Ordered for PrimitiveDateTime {}

/// Written like `2026-06-22`. Dates before year 0 or after 9999 are rejected when a key is written.
#[diagnostic::do_not_recommend]
impl KeyField for Date {
    type Scalar = Self;
    const KIND: FieldKind = FieldKind::Date;

    fn to_value(&self) -> Option<KeyValue<'_>> {
        let (year, month, day) = self.to_calendar_date();
        Some(KeyValue::Text(format!("{year:04}-{:02}-{day:02}", u8::from(month)).into()))
    }

    fn from_value(value: KeyValue<'_>) -> Option<Self> {
        let KeyValue::Text(text) = &value else { return None };
        let (year, month_and_day) = text.split_once('-')?;
        let (month, day) = month_and_day.split_once('-')?;
        let month = Month::try_from(month.parse::<u8>().ok()?).ok()?;
        let date = Self::from_calendar_date(year.parse().ok()?, month, day.parse().ok()?).ok()?;
        (date.to_value()? == KeyValue::Text(text.as_ref().into())).then_some(date)
    }
}

#[diagnostic::do_not_recommend]
impl Ordered for Date {}
