use proptest::prelude::*;

use super::*;
use crate::key::{FieldKind, KeyPart};

const BUCKETS: [Bucket; 6] = [Bucket::Minute, Bucket::Hour, Bucket::Day, Bucket::Week, Bucket::Month, Bucket::Year];

fn text(time: Timestamp, form: Form) -> Option<String> {
    let mut text = String::new();
    time.write(form, FieldKind::Time.zone(), KeyPart::Sort, &mut text).then_some(text)
}

#[cfg(feature = "client")]
#[test]
fn texts_of_iso_8601_are_compared_as_times() {
    let noon = "2026-06-22T12:00:00Z";
    for same in [
        "2026-06-22T12:00:00.000Z",
        "2026-06-22T12:00:00.000000000+00:00",
        "2026-06-22t14:00:00+02:00",
        "2026-06-22 07:00:00-0500",
        "2026-06-22T14:00:00+02:00[Europe/Berlin]",
        "2026-06-23T02:00:00+14",
    ] {
        assert!(is_same_time(noon, same) && is_same_time(same, noon), "{same}");
    }
    for other in [
        "2026-06-22T12:00:00",
        "2026-06-22T12:00:00.001Z",
        "2026-06-22T12:00:00+02:00",
        "2026-06-22",
        "2026-06-22T12:00:00+2",
        "2026-06-22T12:00:00[Z",
        "noon",
        "",
    ] {
        assert!(!is_same_time(noon, other), "{other}");
    }
    assert!(is_same_time("2026-06-22T12:00:00.5", "2026-06-22T12:00:00.500"));
    assert!(is_same_time("2026-06-22T00:00:00", "2026-06-22"));
}

#[test]
fn only_times_of_years_0_to_9999_are_written() {
    assert_eq!(text(Timestamp::MIN, Form::Default).unwrap(), "0000-01-01T00:00:00.000000000Z");
    assert_eq!(text(Timestamp::MAX, Form::Default).unwrap(), "9999-12-31T23:59:59.999999999Z");
    assert_eq!(text(Timestamp { seconds: Timestamp::MAX.seconds + 1, nanos: 0 }, Form::Default), None);
}

#[test]
fn every_day_of_400_years_has_one_date() {
    let mut before = Civil::of_days(-1);
    for days in 0..146_097 {
        let date = Civil::of_days(days);
        assert_eq!(date.days(), days);
        assert!(date.exists());
        let next = if date.day == 1 { before.next_month() } else { Civil { day: before.day + 1, ..before } };
        assert_eq!(date, next);
        let leap = date.year % 4 == 0 && (date.year % 100 != 0 || date.year % 400 == 0);
        assert_eq!(Civil { year: date.year, month: 2, day: 29 }.exists(), leap);
        before = date;
    }
}

/// Any instant, including those far outside of the range of keys.
fn any_time() -> impl Strategy<Value = Timestamp> {
    let seconds =
        prop_oneof![any::<i64>(), Timestamp::MIN.seconds..=Timestamp::MAX.seconds, Just(i64::MIN), Just(i64::MAX)];
    (seconds, any::<u32>()).prop_map(|(seconds, nanos)| Timestamp { seconds, nanos })
}

fn time() -> impl Strategy<Value = Timestamp> {
    (Timestamp::MIN.seconds..=Timestamp::MAX.seconds, 0..NANOS_PER_SECOND)
        .prop_map(|(seconds, nanos)| Timestamp { seconds, nanos })
}

proptest! {
    #[test]
    fn buckets_contain_their_instants_and_sort_by_time(time in time()) {
        for bucket in BUCKETS {
            let (start, next) = (time.bucket_start(bucket), time.next_bucket(bucket));
            prop_assert!(start <= time && time < next, "{bucket:?}");
            prop_assert_eq!(start.bucket_start(bucket), start);
            prop_assert_eq!(start.next_bucket(bucket), next);
            prop_assert_eq!(next.bucket_start(bucket), next);
            let last = Timestamp { seconds: next.seconds - 1, nanos: 999_999_999 };
            prop_assert_eq!(last.bucket_start(bucket), start);
            if start.is_writable() {
                let form = Form::Bucket(bucket);
                prop_assert_eq!(text(start, form), text(time, form));
                prop_assert_eq!(Timestamp::parse(&text(time, form).unwrap(), form, KeyPart::Sort), Some(start));
            }
            if start.is_writable() && next.is_writable() {
                prop_assert!(text(start, Form::Bucket(bucket)) < text(next, Form::Bucket(bucket)));
            }
        }
    }

    #[test]
    fn writing_and_parsing_times_never_panics(time in any_time(), garbage in "\\PC{0,30}|[0-9TZW:.\\-]{0,30}") {
        for form in BUCKETS.map(Form::Bucket).into_iter().chain([Form::Default, Form::Time(TimeForm::EpochMillis)]) {
            let _ = (text(time, form), time.truncated(form));
            let _ = Timestamp::parse(&garbage, form, KeyPart::Sort);
            let _ = Timestamp::parse(&garbage, form, KeyPart::Partition);
        }
        for bucket in BUCKETS {
            let _ = (time.bucket_start(bucket), time.next_bucket(bucket));
        }
    }

    #[cfg(feature = "chrono")]
    #[test]
    fn dates_agree_with_chrono(time in time()) {
        let theirs = chrono::DateTime::from_timestamp(time.seconds, time.nanos).unwrap();
        let formatted = |format| theirs.format(format).to_string();
        prop_assert_eq!(text(time, Form::Default).unwrap(), formatted("%Y-%m-%dT%H:%M:%S%.9fZ"));
        prop_assert_eq!(text(time, Form::Time(TimeForm::Millis)).unwrap(), formatted("%Y-%m-%dT%H:%M:%S%.3fZ"));
        if let Some(week) = text(time, Form::Bucket(Bucket::Week)) {
            prop_assert_eq!(week, formatted("%G-W%V"));
        }
    }
}
