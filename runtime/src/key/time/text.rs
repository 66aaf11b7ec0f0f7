//! The text of instants, in UTC and with fixed width.

use super::{
    DAY, NANOS_PER_SECOND, Timestamp,
    civil::{Civil, iso_week, monday_of_iso_week},
    midnight,
};
use crate::{
    key::{Integer, KeyPart},
    schema::{Bucket, Form, TimeForm},
};

const LAYOUT: [u8; 29] = *b"0000-00-00T00:00:00.000000000";

/// The digits of seconds or milliseconds since 1970 in a sort key, after their sign.
const EPOCH_DIGITS: usize = 19;

impl Timestamp {
    /// Writes the time in this form, with the [zone](crate::key::FieldKind::zone) of its kind after a time of day.
    /// Returns `false` if the time cannot be part of a key, or if the form is not one for times.
    pub(crate) fn write(self, form: Form, zone: &str, part: KeyPart, out: &mut String) -> bool {
        if !self.is_writable() {
            return false;
        }
        if let Some(bytes) = cut_of(form) {
            push_ascii(&self.text()[..bytes], out);
            out.push_str(zone_after(form, zone));
            return true;
        }
        match form {
            Form::Bucket(Bucket::Week) => return self.write_week(out),
            Form::Time(TimeForm::Epoch | TimeForm::EpochMillis) => match part {
                KeyPart::Partition => self.epoch(form).write_plain(out),
                KeyPart::Sort => return self.epoch(form).write_sortable(EPOCH_DIGITS, true, out),
            },
            _ => return false,
        }
        true
    }

    /// Strips the time from the start of a text, as [`write`](Self::write) writes it. `None` if the text does not begin
    /// with the time, or if the form is not a prefix of the longest one.
    #[cfg(feature = "client")]
    pub(crate) fn strip<'t>(self, form: Form, zone: &str, text: &'t str) -> Option<&'t str> {
        let bytes = cut_of(form).filter(|_| self.is_writable())?;
        let (own, rest) = text.split_at_checked(bytes)?;
        rest.strip_prefix(zone_after(form, zone)).filter(|_| own.as_bytes() == &self.text()[..bytes])
    }

    /// Parses the output of [`write`](Self::write): the first instant with that text.
    pub(crate) fn parse(text: &str, form: Form, part: KeyPart) -> Option<Self> {
        match form {
            Form::Bucket(Bucket::Week) => parse_week(text),
            Form::Time(TimeForm::Epoch | TimeForm::EpochMillis) => {
                let epoch = match part {
                    KeyPart::Partition => Integer::parse_plain(text)?,
                    KeyPart::Sort => Integer::parse_sortable(text, true)?,
                };
                Self::of_epoch(epoch, form)
            }
            Form::Plain | Form::Width(_) | Form::Lower | Form::Upper => None,
            Form::Default | Form::Bucket(_) | Form::Time(_) => parse_cut(text),
        }
    }

    /// Seconds or milliseconds since 1970, depending on the form.
    pub(crate) fn epoch(self, form: Form) -> Integer {
        let seconds = i128::from(self.seconds);
        match form {
            Form::Time(TimeForm::EpochMillis) => (seconds * 1_000 + i128::from(self.nanos / 1_000_000)).into(),
            _ => seconds.into(),
        }
    }

    /// Returns the instant at this many seconds or milliseconds after 1970.
    pub(crate) fn of_epoch(epoch: Integer, form: Form) -> Option<Self> {
        let magnitude = i128::try_from(epoch.magnitude).ok()?;
        let signed = if epoch.negative { -magnitude } else { magnitude };
        let units = match form {
            Form::Time(TimeForm::EpochMillis) => 1_000,
            _ => 1,
        };
        let time = Self {
            seconds: i64::try_from(signed.div_euclid(units)).ok()?,
            nanos: u32::try_from(signed.rem_euclid(units)).ok()? * 1_000_000,
        };
        time.is_writable().then_some(time)
    }

    /// Returns the text of the instant to the nanosecond.
    fn text(self) -> [u8; 29] {
        let Civil { year, month, day } = self.civil();
        let second = self.seconds.rem_euclid(DAY);
        let mut text = LAYOUT;
        fill(&mut text[0..4], year);
        fill(&mut text[5..7], month);
        fill(&mut text[8..10], day);
        fill(&mut text[11..13], second / 3_600);
        fill(&mut text[14..16], second / 60 % 60);
        fill(&mut text[17..19], second % 60);
        fill(&mut text[20..29], i64::from(self.nanos));
        text
    }

    fn write_week(self, out: &mut String) -> bool {
        let (year, week) = iso_week(self.days());
        let mut text = *b"0000-W00";
        fill(&mut text[0..4], year);
        fill(&mut text[6..8], week);
        push_ascii(&text, out);
        year >= 0
    }
}

/// Returns the length of a form that is a prefix of the longest one, in bytes without a zone. `None` for other forms.
const fn cut_of(form: Form) -> Option<usize> {
    Some(match form {
        Form::Default | Form::Time(TimeForm::Nanos) => 29,
        Form::Time(TimeForm::Micros) => 26,
        Form::Time(TimeForm::Millis) => 23,
        Form::Time(TimeForm::Seconds) => 19,
        Form::Bucket(Bucket::Minute) => 16,
        Form::Bucket(Bucket::Hour) => 13,
        Form::Bucket(Bucket::Day) => 10,
        Form::Bucket(Bucket::Month) => 7,
        Form::Bucket(Bucket::Year) => 4,
        _ => return None,
    })
}

/// Returns the zone. Empty for a bucket, which has none.
const fn zone_after(form: Form, zone: &str) -> &str {
    match form {
        Form::Bucket(_) => "",
        _ => zone,
    }
}

/// Returns the number of bytes of a time in this form, including its zone. `None` if it depends on the value.
pub(crate) const fn width_of(form: Form, zone: &str, part: KeyPart) -> Option<usize> {
    match (cut_of(form), form, part) {
        (Some(bytes), ..) => Some(bytes + zone_after(form, zone).len()),
        (None, Form::Bucket(Bucket::Week), _) => Some("0000-W00".len()),
        (None, Form::Time(TimeForm::Epoch | TimeForm::EpochMillis), KeyPart::Sort) => Some(1 + EPOCH_DIGITS),
        _ => None,
    }
}

/// Writes the last digits of a number.
fn fill(digits: &mut [u8], value: i64) {
    let mut value = value.unsigned_abs() as u32;
    for digit in digits.iter_mut().rev() {
        *digit = b'0' + (value % 10) as u8;
        value /= 10;
    }
}

fn push_ascii(text: &[u8], out: &mut String) {
    out.push_str(str::from_utf8(text).unwrap_or_default());
}

/// Parses a text that begins like [`LAYOUT`] and ends at the end of one of its parts.
fn parse_cut(text: &str) -> Option<Timestamp> {
    let text = text.strip_suffix('Z').unwrap_or(text);
    let part = |from: usize, to: usize, absent: i64| match text.get(from..to) {
        Some(digits) if digits.bytes().all(|byte| byte.is_ascii_digit()) => digits.parse().ok(),
        Some(_) => None,
        None => Some(absent),
    };
    let date = Civil { year: part(0, 4, -1)?, month: part(5, 7, 1)?, day: part(8, 10, 1)? };
    let (hour, minute, second) = (part(11, 13, 0)?, part(14, 16, 0)?, part(17, 19, 0)?);
    let fraction = text.get(20..).unwrap_or("");
    let nanos = match fraction {
        "" => 0,
        digits if digits.len() <= 9 && digits.bytes().all(|byte| byte.is_ascii_digit()) => {
            digits.parse::<u32>().ok()? * 10_u32.pow(9 - digits.len() as u32)
        }
        _ => return None,
    };
    let real = date.year >= 0 && date.exists() && hour < 24 && minute < 60 && second < 60 && nanos < NANOS_PER_SECOND;
    real.then(|| Timestamp { seconds: midnight(date.days()) + hour * 3_600 + minute * 60 + second, nanos })
}

/// Returns whether two texts of ISO 8601 are the same time, or the same time of day without a zone. A text can have any
/// number of fraction digits up to nine, `Z` or an offset, and a zone's name in brackets.
#[cfg(feature = "client")]
pub(crate) fn is_same_time(one: &str, other: &str) -> bool {
    let times = parse_iso(one).zip(parse_iso(other));
    times.is_some_and(|(one, other)| one == other)
}

/// Parses a date or a time. Returns its instant, and whether it has a zone.
#[cfg(feature = "client")]
fn parse_iso(text: &str) -> Option<(Timestamp, bool)> {
    let text = match text.split_once('[') {
        Some((time, name)) => name.ends_with(']').then_some(time)?,
        None => text,
    };
    // A sign in the first ten bytes belongs to the date.
    let zone = text.bytes().enumerate().skip(10).find(|(_, byte)| matches!(byte, b'Z' | b'z' | b'+' | b'-'));
    let Some((at, _)) = zone else { return Some((parse_cut(text)?, false)) };
    let (time, zone) = text.split_at_checked(at)?;
    let time = parse_cut(time)?;
    Some((Timestamp { seconds: time.seconds.checked_sub(parse_offset(zone)?)?, ..time }, true))
}

/// Parses the offset of a zone, such as `Z`, `+02`, `+0200` or `+02:00`, in seconds.
#[cfg(feature = "client")]
fn parse_offset(zone: &str) -> Option<i64> {
    if zone.eq_ignore_ascii_case("z") {
        return Some(0);
    }
    let (sign, digits) = match zone.split_at_checked(1)? {
        ("+", digits) => (1, digits),
        ("-", digits) => (-1, digits),
        _ => return None,
    };
    let digits: String = digits.chars().filter(|character| *character != ':').collect();
    let is_valid = matches!(digits.len(), 2 | 4 | 6) && digits.bytes().all(|byte| byte.is_ascii_digit());
    let part = |at: usize| digits.get(at..at + 2).map_or(Some(0), |part| part.parse::<i64>().ok());
    let seconds = part(0)? * 3_600 + part(2)? * 60 + part(4)?;
    is_valid.then_some(sign * seconds)
}

fn parse_week(text: &str) -> Option<Timestamp> {
    let (year, week) = text.split_once("-W")?;
    let (year, week) = (Integer::parse_plain(year)?, Integer::parse_plain(week)?);
    let week_of_year = i64::try_from(week.magnitude).ok().filter(|week| (1..=53).contains(week))?;
    let year = i64::try_from(year.magnitude).ok().filter(|year| (0..=9_999).contains(year))?;
    Some(Timestamp { seconds: midnight(monday_of_iso_week(year, week_of_year)), nanos: 0 })
}
