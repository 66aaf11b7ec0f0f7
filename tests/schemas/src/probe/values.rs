//! Values of fields, as generated programs write them.

use keywright::{Attribute, Attributes};

use super::json::to_value;

/// Returns a day, as days since 1970-01-01.
pub fn chrono_day(days: i32) -> chrono::NaiveDate {
    chrono::NaiveDate::from_epoch_days(days).unwrap_or_default()
}

/// Returns a day.
pub fn jiff_day(days: i32) -> jiff::civil::Date {
    jiff_time(i64::from(days) * 86_400, 0).to_zoned(jiff::tz::TimeZone::UTC).date()
}

/// Returns a day.
pub fn time_day(days: i32) -> time::Date {
    time_time(i64::from(days) * 86_400, 0).date()
}

/// Returns an instant.
pub fn chrono_time(seconds: i64, nanos: u32) -> chrono::DateTime<chrono::Utc> {
    chrono::DateTime::from_timestamp(seconds, nanos).unwrap_or_default()
}

/// Returns an instant.
pub fn jiff_time(seconds: i64, nanos: i32) -> jiff::Timestamp {
    jiff::Timestamp::new(seconds, nanos).unwrap_or_default()
}

/// Returns an instant.
pub fn time_time(seconds: i64, nanos: i64) -> time::OffsetDateTime {
    let whole = time::OffsetDateTime::from_unix_timestamp(seconds).unwrap_or(time::OffsetDateTime::UNIX_EPOCH);
    whole + time::Duration::nanoseconds(nanos)
}

/// Returns a time without a time zone.
pub fn chrono_civil(seconds: i64, nanos: u32) -> chrono::NaiveDateTime {
    chrono_time(seconds, nanos).naive_utc()
}

/// Returns a time without a time zone.
pub fn jiff_civil(seconds: i64, nanos: i32) -> jiff::civil::DateTime {
    jiff_time(seconds, nanos).to_zoned(jiff::tz::TimeZone::UTC).datetime()
}

/// Returns a time without a time zone.
pub fn time_civil(seconds: i64, nanos: i64) -> time::PrimitiveDateTime {
    let instant = time_time(seconds, nanos);
    time::PrimitiveDateTime::new(instant.date(), instant.time())
}

/// Returns an attribute, from DynamoDB's JSON.
pub fn any(json: &str) -> Attribute {
    let value = serde_json::from_str(json).ok().and_then(|json| to_value(&json));
    value.and_then(|value| Attribute::try_from(value).ok()).unwrap_or(Attribute::Null)
}

/// Returns attributes that no field has.
pub fn attributes<const N: usize>(of: [(&str, Attribute); N]) -> Attributes {
    let mut attributes = Attributes::new();
    for (name, value) in of {
        attributes.insert(name, value);
    }
    attributes
}
