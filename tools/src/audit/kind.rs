//! Classifies the value of a part of a key as a time, an id, a number or a text.

use std::fmt;

use chrono::{DateTime, NaiveDate, NaiveDateTime, Timelike as _};
use serde::{Deserialize, Serialize};

/// What the values of a part of a key look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Kind {
    /// Decimal digits.
    Digits,
    /// Letters, `_` and `-`.
    Word,
    /// `2026-06`.
    Month,
    /// `2026-06-22`.
    Date,
    /// `2026-06-22T14`.
    Hour,
    /// `2026-06-22T14:05`.
    Minute,
    /// An instant in UTC to the second: `2026-06-22T14:05:06Z`.
    Second,
    /// An instant in UTC to the millisecond, as JavaScript's `toISOString` writes it.
    Millisecond,
    /// An instant in UTC to the microsecond.
    Microsecond,
    /// An instant in UTC to the nanosecond, as keywright writes it.
    Nanosecond,
    /// A time in another ISO 8601 format, such as one with an offset or without a time zone.
    OtherTime,
    /// A UUID of version 7, or of version 6, which begins with its time.
    TimeUuid,
    /// Any other UUID.
    Uuid,
    /// A ULID: 26 characters, which begin with the time.
    Ulid,
    /// A KSUID: 27 characters, which begin with the time.
    Ksuid,
    /// Sixteen hexadecimal digits or more.
    Hex,
    /// An e-mail address.
    Email,
    /// The empty text.
    Empty,
    /// Anything else.
    Text,
    /// A number, if the key attribute is a number.
    Number,
    /// Bytes, if the key attribute is binary.
    Binary,
}

impl Kind {
    /// Classifies a text.
    pub(crate) fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        match bytes.len() {
            0 => Self::Empty,
            _ if bytes.iter().all(u8::is_ascii_digit) => Self::Digits,
            _ if bytes.iter().all(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'-')) => Self::Word,
            36 if is_uuid(bytes) => match bytes[14] {
                b'6' | b'7' => Self::TimeUuid,
                _ => Self::Uuid,
            },
            _ => time(text).unwrap_or_else(|| id(text)),
        }
    }

    /// Classifies a text that is a time.
    pub(crate) fn of_time(text: &str) -> Option<Self> {
        time(text)
    }

    /// Returns whether values created later are greater.
    pub fn rises_with_time(self) -> bool {
        self.is_time() || matches!(self, Self::TimeUuid | Self::Ulid | Self::Ksuid)
    }

    /// Returns whether the value is a time so coarse that many items share it.
    pub fn is_bucket(self) -> bool {
        matches!(self, Self::Month | Self::Date | Self::Hour | Self::Minute | Self::Second)
    }

    /// Returns whether the value is a time.
    pub fn is_time(self) -> bool {
        self.is_bucket() || matches!(self, Self::Millisecond | Self::Microsecond | Self::Nanosecond | Self::OtherTime)
    }
}

/// The name of the kind in templates.
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Digits => "digits",
            Self::Word => "word",
            Self::Month => "month",
            Self::Date => "date",
            Self::Hour => "hour",
            Self::Minute => "minute",
            Self::Second => "time:s",
            Self::Millisecond => "time:ms",
            Self::Microsecond => "time:us",
            Self::Nanosecond => "time:ns",
            Self::OtherTime => "time",
            Self::TimeUuid | Self::Uuid => "uuid",
            Self::Ulid => "ulid",
            Self::Ksuid => "ksuid",
            Self::Hex => "hex",
            Self::Email => "email",
            Self::Empty => "empty",
            Self::Text => "text",
            Self::Number => "number",
            Self::Binary => "binary",
        })
    }
}

fn is_uuid(bytes: &[u8]) -> bool {
    bytes.iter().enumerate().all(|(at, byte)| match at {
        8 | 13 | 18 | 23 => *byte == b'-',
        _ => byte.is_ascii_hexdigit(),
    })
}

fn time(text: &str) -> Option<Kind> {
    let starts_as_date = text.len() >= 7 && text.as_bytes()[..4].iter().all(u8::is_ascii_digit);
    if !starts_as_date {
        return None;
    }
    let parses = |text: &str| NaiveDateTime::parse_from_str(text, "%Y-%m-%dT%H:%M:%S%.f").is_ok_and(is_no_leap_second);
    let is_date = |text: &str| NaiveDate::parse_from_str(text, "%Y-%m-%d").is_ok();
    match text.len() {
        7 if has_layout(text) && is_date(&format!("{text}-01")) => Some(Kind::Month),
        10 if has_layout(text) && is_date(text) => Some(Kind::Date),
        13 if has_layout(text) && parses(&format!("{text}:00:00")) => Some(Kind::Hour),
        16 if has_layout(text) && parses(&format!("{text}:00")) => Some(Kind::Minute),
        length => match (length, text.strip_suffix('Z').filter(|local| has_layout(local))) {
            (20, Some(local)) if parses(local) => Some(Kind::Second),
            (24, Some(local)) if parses(local) => Some(Kind::Millisecond),
            (27, Some(local)) if parses(local) => Some(Kind::Microsecond),
            (30, Some(local)) if parses(local) => Some(Kind::Nanosecond),
            _ => (DateTime::parse_from_rfc3339(text).is_ok() || parses(&text.replacen(' ', "T", 1)))
                .then_some(Kind::OtherTime),
        },
    }
}

/// Returns whether a text has digits where a time has them, and the same punctuation. chrono also accepts blanks.
fn has_layout(text: &str) -> bool {
    const LAYOUT: &[u8; 29] = b"0000-00-00T00:00:00.000000000";
    let fits = |(byte, layout): (u8, &u8)| if *layout == b'0' { byte.is_ascii_digit() } else { byte == *layout };
    text.len() <= LAYOUT.len() && text.bytes().zip(LAYOUT).all(fits)
}

/// Whether a time is not a leap second, which chrono represents by more than a second of nanoseconds.
fn is_no_leap_second(time: NaiveDateTime) -> bool {
    time.nanosecond() < 1_000_000_000
}

fn id(text: &str) -> Kind {
    let bytes = text.as_bytes();
    let (digits, letters) = (bytes.iter().any(u8::is_ascii_digit), bytes.iter().any(u8::is_ascii_alphabetic));
    let is_mixed = digits && letters && bytes.iter().all(u8::is_ascii_alphanumeric);
    // Crockford's alphabet excludes I, L, O and U. The first character holds three bits.
    let is_crockford = |byte: &u8| !matches!(byte.to_ascii_uppercase(), b'I' | b'L' | b'O' | b'U');
    let one_case = |of: fn(&u8) -> bool| bytes.iter().filter(|byte| byte.is_ascii_alphabetic()).all(of);
    let has_one_case = one_case(u8::is_ascii_uppercase) || one_case(u8::is_ascii_lowercase);
    match bytes.len() {
        26 if is_mixed && has_one_case && bytes.iter().all(is_crockford) && (b'0'..=b'7').contains(&bytes[0]) => {
            Kind::Ulid
        }
        27 if is_mixed && !has_one_case => Kind::Ksuid,
        16.. if is_mixed && has_one_case && bytes.iter().all(u8::is_ascii_hexdigit) => Kind::Hex,
        _ if is_email(text) => Kind::Email,
        _ => Kind::Text,
    }
}

fn is_email(text: &str) -> bool {
    let is_plain = |text: &str| !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || c == '@');
    text.split_once('@').is_some_and(|(name, host)| is_plain(name) && is_plain(host) && host.contains('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_common_values_are_recognized() {
        for (text, kind) in [
            ("", Kind::Empty),
            ("0042", Kind::Digits),
            ("ORDER_ITEM", Kind::Word),
            ("2026-06", Kind::Month),
            ("2026-13", Kind::Text),
            ("2026-06-22", Kind::Date),
            ("2026-02-30", Kind::Text),
            ("2026-06-22T14", Kind::Hour),
            ("2026-06-22T14:05", Kind::Minute),
            ("2026-06-22T14:05:06Z", Kind::Second),
            ("2023-05-28T14:15:39.247Z", Kind::Millisecond),
            ("2023-05-28T14:15:39.247123Z", Kind::Microsecond),
            ("2023-05-28T14:15:39.247123456Z", Kind::Nanosecond),
            ("2023-05-28T14:15:39+02:00", Kind::OtherTime),
            ("2023-05-28 14:15:39", Kind::OtherTime),
            ("f81d4fae-7dec-41d0-a765-00a0c91e6bf6", Kind::Uuid),
            ("017f22e2-79b0-7cc3-98c4-dc0c0c07398f", Kind::TimeUuid),
            ("01ARZ3NDEKTSV4RRFFQ69G5FAV", Kind::Ulid),
            ("0ujtsYcgvSTl8PAuAdqWYSMnLOv", Kind::Ksuid),
            ("d41d8cd98f00b204e9800998ecf8427e", Kind::Hex),
            ("s@s.com", Kind::Email),
            // chrono accepts these, and would write them otherwise.
            ("2026-06- 2", Kind::Text),
            ("2026-06-30T23:59:60Z", Kind::OtherTime),
            ("player001", Kind::Text),
            ("naïve", Kind::Text),
        ] {
            assert_eq!(Kind::of(text), kind, "{text}");
        }
    }
}
