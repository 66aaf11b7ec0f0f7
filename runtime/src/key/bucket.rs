//! Computes the time buckets of a range.

use std::ops::Bound;

use super::{KeyValue, Timestamp, range::ValueRange};
use crate::schema::{Bucket, Form, Segment, Template, TimeForm};

/// The time of one bucket: from its first instant to that of the next bucket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Period {
    pub(crate) start: Timestamp,
    pub(crate) end: Timestamp,
}

impl Period {
    /// Converts the period to a range of values.
    pub(crate) fn range(self) -> ValueRange {
        let upper =
            if self.end > Timestamp::MAX { Bound::Unbounded } else { Bound::Excluded(KeyValue::Time(self.end)) };
        ValueRange { lower: Bound::Included(KeyValue::Time(self.start)), upper }
    }
}

/// Returns the buckets in which a template writes a field.
pub(crate) fn buckets(template: &Template, of: u8) -> Vec<Bucket> {
    let bucket = |segment: &Segment| match *segment {
        Segment::Field { field, form: Form::Bucket(bucket), .. } if field == of => Some(bucket),
        _ => None,
    };
    template.segments.iter().filter_map(bucket).collect()
}

/// Returns the periods that overlap a range. In each period, every bucket has one value. `None` if an end of the range
/// is open.
pub(crate) fn periods<'a>(buckets: &'a [Bucket], range: &ValueRange) -> Option<impl Iterator<Item = Period> + use<'a>> {
    let (first, last) = ends(range)?;
    let period = |at: Timestamp| {
        let start = buckets.iter().map(|&bucket| at.bucket_start(bucket)).max().unwrap_or(at);
        let end = buckets.iter().map(|&bucket| at.next_bucket(bucket)).min().unwrap_or(Timestamp::MAX);
        (end > at).then_some(Period { start, end })
    };
    let first = if first <= last { period(first) } else { None };
    Some(std::iter::successors(first, move |before| if before.end <= last { period(before.end) } else { None }))
}

/// Returns the range of instants that a form writes like this one.
pub(crate) fn equivalent_range(form: Form, at: Timestamp) -> ValueRange {
    let start = at.truncated(form);
    let nanos = match form {
        Form::Bucket(bucket) => return Period { start, end: at.next_bucket(bucket) }.range(),
        Form::Time(TimeForm::Seconds | TimeForm::Epoch) => NANOS,
        Form::Time(TimeForm::Millis | TimeForm::EpochMillis) => 1_000_000,
        Form::Time(TimeForm::Micros) => 1_000,
        _ => 1,
    };
    Period { start, end: stepped(start, nanos) }.range()
}

/// Returns the first and the last instant of a range of times. An open end becomes the first or last possible time.
pub(crate) fn span(range: &ValueRange) -> (Timestamp, Timestamp) {
    let closed = ValueRange::clone(range).intersected(ValueRange {
        lower: Bound::Included(KeyValue::Time(Timestamp::MIN)),
        upper: Bound::Included(KeyValue::Time(Timestamp::MAX)),
    });
    ends(&closed).unwrap_or((Timestamp::MIN, Timestamp::MAX))
}

/// Returns the first and the last instant of a range of times. `None` if an end is open.
fn ends(range: &ValueRange) -> Option<(Timestamp, Timestamp)> {
    let first = match &range.lower {
        Bound::Included(KeyValue::Time(at)) => *at,
        Bound::Excluded(KeyValue::Time(at)) => stepped(*at, 1),
        _ => return None,
    };
    let last = match &range.upper {
        Bound::Included(KeyValue::Time(at)) => *at,
        Bound::Excluded(KeyValue::Time(at)) => stepped(*at, -1),
        _ => return None,
    };
    Some((first, last))
}

const NANOS: i64 = 1_000_000_000;

/// Returns the instant that is this many nanoseconds later.
fn stepped(at: Timestamp, by: i64) -> Timestamp {
    let nanos = i64::from(at.nanos) + by;
    let seconds = at.seconds.saturating_add(nanos.div_euclid(NANOS));
    Timestamp { seconds, nanos: u32::try_from(nanos.rem_euclid(NANOS)).unwrap_or_default() }
}

/// Returns whether ascending times that are written in this form never return to an earlier bucket.
pub(crate) fn is_monotonic(form: Form, bucket: Bucket) -> bool {
    match form {
        Form::Default | Form::Time(_) => true,
        Form::Bucket(Bucket::Week) => bucket == Bucket::Week,
        Form::Bucket(fine) => fine <= bucket,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2026-06-22T00:00:00Z, a Monday.
    const MONDAY: i64 = 1_782_086_400;
    const DAY: i64 = 86_400;

    fn at(seconds: i64) -> KeyValue<'static> {
        KeyValue::Time(Timestamp { seconds, nanos: 0 })
    }

    fn starts(buckets: &[Bucket], lower: Bound<KeyValue<'static>>, upper: Bound<KeyValue<'static>>) -> Vec<i64> {
        let range = ValueRange { lower, upper };
        periods(buckets, &range).unwrap().map(|period| (period.start.seconds - MONDAY) / DAY).collect()
    }

    #[test]
    fn a_half_open_range_excludes_the_bucket_that_starts_at_its_end() {
        use Bound::{Excluded, Included};
        let day = [Bucket::Day];
        let (from, until) = (MONDAY + 5, MONDAY + 2 * DAY);
        assert_eq!(starts(&day, Included(at(from)), Excluded(at(until))), [0, 1]);
        assert_eq!(starts(&day, Included(at(from)), Included(at(until))), [0, 1, 2]);
        assert_eq!(starts(&day, Included(at(from)), Excluded(at(from))), [0; 0]);
        assert_eq!(starts(&day, Included(at(until)), Included(at(from))), [0; 0]);
    }

    #[test]
    fn two_buckets_of_one_field_divide_each_other() {
        let lower = Bound::Included(at(MONDAY));
        let upper = Bound::Excluded(at(MONDAY + 14 * DAY));
        // July 2026 begins on the tenth day, in the second week.
        assert_eq!(starts(&[Bucket::Week, Bucket::Month], lower, upper), [0, 7, 9]);
    }

    #[test]
    fn the_last_year_is_the_last_period() {
        let range = ValueRange {
            lower: Bound::Included(at(Timestamp::MAX.seconds - 10)),
            upper: Bound::Included(KeyValue::Time(Timestamp::MAX)),
        };
        let periods: Vec<_> = periods(&[Bucket::Year], &range).unwrap().collect();
        assert_eq!(periods.len(), 1);
        assert_eq!(periods[0].range().upper, Bound::Unbounded);
    }

    #[test]
    fn an_unbounded_range_has_no_periods() {
        assert!(periods(&[Bucket::Day], &ValueRange::ALL).is_none());
    }

    #[test]
    fn instants_with_the_same_text_form_a_range() {
        let instant = Timestamp { seconds: MONDAY + 5, nanos: 123_456_789 };
        let ends = |form| super::span(&equivalent_range(form, instant));
        let of = |seconds, nanos| Timestamp { seconds: MONDAY + seconds, nanos };
        assert_eq!(ends(Form::Default), (instant, instant));
        assert_eq!(ends(Form::Time(TimeForm::Micros)), (of(5, 123_456_000), of(5, 123_456_999)));
        assert_eq!(ends(Form::Time(TimeForm::EpochMillis)), (of(5, 123_000_000), of(5, 123_999_999)));
        assert_eq!(ends(Form::Time(TimeForm::Seconds)), (of(5, 0), of(5, 999_999_999)));
        assert_eq!(ends(Form::Bucket(Bucket::Minute)), (of(0, 0), of(59, 999_999_999)));
        assert_eq!(super::span(&ValueRange::ALL), (Timestamp::MIN, Timestamp::MAX));
    }

    #[test]
    fn times_in_a_leading_form_never_return_to_an_earlier_bucket() {
        assert!(is_monotonic(Form::Default, Bucket::Minute));
        assert!(is_monotonic(Form::Bucket(Bucket::Day), Bucket::Month));
        assert!(!is_monotonic(Form::Bucket(Bucket::Month), Bucket::Day));
        assert!(!is_monotonic(Form::Bucket(Bucket::Week), Bucket::Month));
        assert!(!is_monotonic(Form::Bucket(Bucket::Day), Bucket::Minute));
        assert!(!is_monotonic(Form::Plain, Bucket::Day));
    }
}
