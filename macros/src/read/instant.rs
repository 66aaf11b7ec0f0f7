//! Instants in RFC 3339, as in `until` and `grow`.

use darling::Result;
use syn::Meta;

use super::value::{name, refused, text};

/// An instant in UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Instant {
    /// Whole seconds since 1970, rounded down.
    pub(crate) seconds: i64,
    pub(crate) nanos: u32,
}

/// Reads `option = "2027-01-01T00:00:00Z"`.
pub(crate) fn instant(option: &Meta) -> Result<Option<Instant>> {
    const EXAMPLE: &str = "2027-01-01T00:00:00Z";
    let Some(text) = text(option, EXAMPLE)? else { return Ok(None) };
    match parse(&text.value()) {
        Some(instant) => Ok(Some(instant)),
        None => Err(refused(option, format!("needs an instant in RFC 3339, as in `{} = {EXAMPLE:?}`", name(option)))),
    }
}

fn parse(text: &str) -> Option<Instant> {
    let date = text.get(..10)?;
    let (year, month, day) = (number(date, 0..4)?, number(date, 5..7)?, number(date, 8..10)?);
    let time = text.get(11..19)?;
    let (hour, minute, second) = (number(time, 0..2)?, number(time, 3..5)?, number(time, 6..8)?);
    let separators = [date.get(4..5)?, date.get(7..8)?, text.get(10..11)?, time.get(2..3)?, time.get(5..6)?];
    let valid = separators == ["-", "-", "T", ":", ":"]
        && (1..=days_in(year, month)).contains(&day)
        && hour < 24
        && minute < 60
        && second < 60;
    let (nanos, zone) = fraction(text.get(19..)?)?;
    let of_day = i64::from(hour * 3_600 + minute * 60 + second);
    let seconds = days_since_1970(year, month, day) * 86_400 + of_day - offset(zone)?;
    valid.then_some(Instant { seconds, nanos })
}

/// Returns the days since 1970-01-01 in the Gregorian calendar.
fn days_since_1970(year: u32, month: u32, day: u32) -> i64 {
    let before = i64::from(year) - 1;
    let in_years = before * 365 + before.div_euclid(4) - before.div_euclid(100) + before.div_euclid(400);
    let in_months: u32 = (1..month).map(|month| days_in(year, month)).sum();
    in_years + i64::from(in_months) + i64::from(day) - 719_163
}

fn number(text: &str, place: std::ops::Range<usize>) -> Option<u32> {
    let digits = text.get(place)?;
    digits.bytes().all(|digit| digit.is_ascii_digit()).then(|| digits.parse().ok())?
}

fn days_in(year: u32, month: u32) -> u32 {
    match month {
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    }
}

/// Reads a fraction of up to nine digits. Returns its nanoseconds, and the rest of the text.
fn fraction(text: &str) -> Option<(u32, &str)> {
    let Some(rest) = text.strip_prefix('.') else { return Some((0, text)) };
    let zone = rest.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let digits = rest.get(..rest.len() - zone.len())?;
    let nanos = if (1..=9).contains(&digits.len()) { format!("{digits:0<9}").parse().ok()? } else { return None };
    Some((nanos, zone))
}

/// Reads the offset of a time zone from UTC, in seconds.
fn offset(zone: &str) -> Option<i64> {
    if zone == "Z" {
        return Some(0);
    }
    let digits = zone.strip_prefix(['+', '-'])?;
    let (hours, minutes) = (number(digits, 0..2)?, number(digits, 3..5)?);
    let valid = digits.len() == 5 && digits.get(2..3)? == ":" && hours < 24 && minutes < 60;
    let seconds = i64::from(hours * 3_600 + minutes * 60);
    valid.then_some(if zone.starts_with('-') { -seconds } else { seconds })
}

#[cfg(test)]
mod tests {
    use super::{Instant, parse};

    #[test]
    fn valid_instants_are_parsed() {
        for (text, seconds, nanos) in [
            ("1970-01-01T00:00:00Z", 0, 0),
            ("2027-01-01T00:00:00Z", 1_798_761_600, 0),
            ("2024-02-29T23:59:59.123456789Z", 1_709_251_199, 123_456_789),
            ("2027-01-01T00:00:00+02:00", 1_798_754_400, 0),
            ("2027-01-01T00:00:00.5-11:30", 1_798_803_000, 500_000_000),
            ("0000-01-01T00:00:00Z", -62_167_219_200, 0),
            ("9999-12-31T23:59:59Z", 253_402_300_799, 0),
        ] {
            assert_eq!(parse(text), Some(Instant { seconds, nanos }), "{text}");
        }
    }

    #[test]
    fn invalid_instants_are_rejected() {
        for text in [
            "",
            "2027-01-01",
            "2027-01-01T00:00:00",
            "2027-01-01 00:00:00Z",
            "2027-02-29T00:00:00Z",
            "2027-13-01T00:00:00Z",
            "2027-01-00T00:00:00Z",
            "2027-01-01T24:00:00Z",
            "2027-01-01T00:00:00.Z",
            "2027-01-01T00:00:00.1234567890Z",
            "2027-01-01T00:00:00+0200",
            "2027-01-01T00:00:00ZZ",
            "+027-01-01T00:00:00Z",
            "2027-01-01T00:00:0äZ",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
