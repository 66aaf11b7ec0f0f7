//! The text of times, in the Gregorian calendar.

use crate::template::Bucket;

/// The crate of a time's type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Clock {
    Chrono,
    Jiff,
    Time,
}

/// Writes an instant as its crate's serde does.
pub fn instant_text(clock: Clock, seconds: i64, nanos: u32) -> String {
    civil_text(clock, seconds, nanos) + "Z"
}

/// Writes a time without a time zone as its crate's serde does.
pub fn civil_text(clock: Clock, seconds: i64, nanos: u32) -> String {
    let whole = seconds_text(seconds);
    let fraction = format!("{nanos:09}");
    let digits = match clock {
        // Three, six or nine digits
        Clock::Chrono if nanos == 0 => 0,
        Clock::Chrono if nanos.is_multiple_of(1_000_000) => 3,
        Clock::Chrono if nanos.is_multiple_of(1_000) => 6,
        Clock::Chrono => 9,
        Clock::Jiff | Clock::Time => fraction.trim_end_matches('0').len(),
    };
    if digits == 0 { whole } else { format!("{whole}.{}", &fraction[..digits]) }
}

/// Returns the numbers by which the crate `time` stores a time: year, day of the year, hour, minute, second,
/// nanosecond.
pub fn numbers_of_time(seconds: i64, nanos: u32) -> [i64; 6] {
    let (days, clock) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let (year, ..) = civil(days);
    let ordinal = (0..366).find(|before| civil(days - before).0 != year).unwrap_or(366);
    [year, ordinal, clock / 3_600, clock / 60 % 60, clock % 60, nanos.into()]
}

/// Writes an instant up to its seconds: `2026-06-22T14:05:06`.
pub fn seconds_text(seconds: i64) -> String {
    let clock = seconds.rem_euclid(86_400);
    let day = day_text(seconds.div_euclid(86_400));
    format!("{day}T{:02}:{:02}:{:02}", clock / 3_600, clock / 60 % 60, clock % 60)
}

/// Writes the bucket of an instant.
pub fn bucket_text(seconds: i64, bucket: Bucket) -> String {
    let length = match bucket {
        Bucket::Minute => 16,
        Bucket::Hour => 13,
        Bucket::Day => 10,
        Bucket::Month => 7,
        Bucket::Year => 4,
        Bucket::Week => return week_text(seconds.div_euclid(86_400)),
    };
    seconds_text(seconds)[..length].to_owned()
}

/// Writes the week of ISO 8601: `2026-W26`. Its year is that of its Thursday.
fn week_text(days: i64) -> String {
    // 1970-01-01 was a Thursday.
    let thursday = days - (days + 3).rem_euclid(7) + 3;
    let [year, ordinal, ..] = numbers_of_time(thursday * 86_400, 0);
    format!("{year:04}-W{:02}", (ordinal - 1) / 7 + 1)
}

/// Writes a day, given as the number of days since 1970-01-01.
pub fn day_text(days: i64) -> String {
    let (year, month, day) = civil(days);
    format!("{year:04}-{month:02}-{day:02}")
}

/// Returns year, month and day: Howard Hinnant's `civil_from_days`.
fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_index = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_index + 2) / 5 + 1;
    let month = if month_index < 10 { month_index + 3 } else { month_index - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}
