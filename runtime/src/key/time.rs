//! Writes instants in keys: their buckets and their text.

mod civil;
mod text;

#[cfg(feature = "client")]
pub(crate) use text::is_same_time;
pub(super) use text::width_of;

use civil::{Civil, DAY};

use super::Timestamp;
use crate::schema::{Bucket, Form, TimeForm};

const NANOS_PER_SECOND: u32 = 1_000_000_000;

impl Timestamp {
    /// The first instant that can be part of a key: `0000-01-01T00:00:00.000000000Z`.
    pub const MIN: Self = Self { seconds: -62_167_219_200, nanos: 0 };

    /// The last instant that can be part of a key: `9999-12-31T23:59:59.999999999Z`.
    pub const MAX: Self = Self { seconds: 253_402_300_799, nanos: 999_999_999 };

    /// Returns the first instant of the bucket that contains this one.
    pub const fn bucket_start(self, bucket: Bucket) -> Self {
        Self::at(match bucket {
            Bucket::Minute => floor(self.seconds, 60),
            Bucket::Hour => floor(self.seconds, 3_600),
            Bucket::Day => floor(self.seconds, DAY),
            Bucket::Week => midnight(civil::monday(self.days())),
            Bucket::Month => midnight(Civil { day: 1, ..self.civil() }.days()),
            Bucket::Year => midnight(Civil { month: 1, day: 1, ..self.civil() }.days()),
        })
    }

    /// Returns the first instant of the bucket after the one that contains this one.
    pub fn next_bucket(self, bucket: Bucket) -> Self {
        let start = self.bucket_start(bucket).seconds;
        Self::at(match bucket {
            Bucket::Minute => start.saturating_add(60),
            Bucket::Hour => start.saturating_add(3_600),
            Bucket::Day => start.saturating_add(DAY),
            Bucket::Week => start.saturating_add(7 * DAY),
            Bucket::Month => midnight(self.civil().next_month().days()),
            Bucket::Year => midnight(Civil { year: self.civil().year + 1, month: 1, day: 1 }.days()),
        })
    }

    /// Rounds the instant down to the precision of a key in this form.
    pub const fn truncated(self, form: Form) -> Self {
        let unit = match form {
            Form::Bucket(bucket) => return self.bucket_start(bucket),
            Form::Time(TimeForm::Seconds | TimeForm::Epoch) => NANOS_PER_SECOND,
            Form::Time(TimeForm::Millis | TimeForm::EpochMillis) => 1_000_000,
            Form::Time(TimeForm::Micros) => 1_000,
            _ => return self,
        };
        Self { seconds: self.seconds, nanos: self.nanos - self.nanos % unit }
    }

    /// Returns the calendar date in UTC, such as `2026-06-22`. `None` outside of the years that can be part of a key.
    #[must_use]
    pub fn date(self) -> Option<String> {
        let mut text = String::new();
        let is_written = self.write(Form::Bucket(Bucket::Day), "", super::KeyPart::Partition, &mut text);
        (is_written && self.is_writable()).then_some(text)
    }

    /// Returns whether the instant can be part of a key: years 0 to 9999, and no leap second.
    pub(crate) fn is_writable(self) -> bool {
        self.nanos < NANOS_PER_SECOND && (Self::MIN..=Self::MAX).contains(&self)
    }

    const fn at(seconds: i64) -> Self {
        Self { seconds, nanos: 0 }
    }

    const fn days(self) -> i64 {
        self.seconds.div_euclid(DAY)
    }

    const fn civil(self) -> Civil {
        Civil::of_days(self.days())
    }
}

const fn floor(seconds: i64, unit: i64) -> i64 {
    seconds.div_euclid(unit).saturating_mul(unit)
}

const fn midnight(days: i64) -> i64 {
    days.saturating_mul(DAY)
}

#[cfg(test)]
mod tests;
