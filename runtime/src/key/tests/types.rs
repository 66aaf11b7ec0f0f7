//! Round trips and order of every type that can be used in keys.

use std::{borrow::Cow, fmt::Debug, sync::Arc};

use proptest::prelude::*;

use super::template::{Design, field};
use crate::{
    Bytes,
    key::{FieldKind, Integer, KeyArg, KeyField, KeyValue, Ordered, item_key, parse::parse},
    schema::{AttributeKind, Form, Segment},
};

fn round_trip<T: KeyField + Clone + PartialEq + Debug>(value: &T, sort: &[Segment]) -> (T, crate::key::KeyScalar) {
    let design = Design {
        fields: vec![("value", T::KIND, false)],
        partition: vec![Segment::Literal("P#"), field(0, Form::Default)],
        sort: Some(sort.to_vec()),
        ..Design::default()
    };
    let key = item_key(design.entity(), 0, &|_| value.to_value(), None).unwrap().unwrap();
    let parsed = parse(design.entity(), 0, &key).unwrap();
    let [partition, sort] = <[_; 2]>::try_from(parsed.values).unwrap();
    assert_eq!(T::from_value(partition.value).as_ref(), Some(value));
    (T::from_value(sort.value).unwrap(), key.sort.unwrap())
}

fn check<T: KeyField + Clone + PartialEq + Debug>(value: &T) {
    let (read, _) = round_trip(value, &[field(0, Form::Default)]);
    assert_eq!(&read, value);
    let by_value = <T as KeyArg<T>>::into_value(value.clone());
    assert_eq!(by_value, <&T as KeyArg<T>>::into_value(value));
    assert_eq!(by_value, value.to_value());
}

fn check_pair<T: Ordered + Clone + Ord + Debug>(a: &T, b: &T) {
    check(a);
    let followed = [field(0, Form::Default), Segment::Literal("#")];
    for sort in [&followed[..], &followed[..1]] {
        let order = round_trip(a, sort).1.cmp(&round_trip(b, sort).1);
        assert_eq!(order, a.cmp(b), "{a:?} {b:?}");
    }
}

macro_rules! integers {
    ($($name:ident)*) => {$(
        proptest! {
            #[test]
            fn $name(a in any::<$name>(), b in any::<$name>(), near in 0..=3 as $name) {
                check_pair(&a, &b);
                check_pair(&a, &a.saturating_add(near));
                for edge in [$name::MIN, $name::MAX, 0] {
                    check_pair(&edge, &a);
                    prop_assert_eq!($name::try_from(Integer::from(edge)), Ok(edge));
                }
            }
        }
    )*};
}

integers! { u8 u16 u32 u64 u128 i8 i16 i32 i64 i128 }

#[test]
fn integers_out_of_range_are_none() {
    assert_eq!(u8::from_value(KeyValue::Integer(256_u16.into())), None);
    assert_eq!(u8::from_value(KeyValue::Integer((-1_i8).into())), None);
    assert_eq!(i8::from_value(KeyValue::Integer(128_u8.into())), None);
    assert_eq!(i8::from_value(KeyValue::Integer((-129_i16).into())), None);
    assert_eq!(i8::from_value(KeyValue::Integer((-128_i16).into())), Some(-128));
    assert_eq!(i128::from_value(KeyValue::Integer(u128::MAX.into())), None);
    assert_eq!(u128::from_value(KeyValue::Integer(u128::MAX.into())), Some(u128::MAX));
    assert_eq!(u8::from_value(KeyValue::Text("1".into())), None);
}

proptest! {
    #[test]
    fn texts(a in "\\PC{1,20}|[\u{0}-\u{30}]{1,4}", b in "\\PC{1,20}|[\u{0}-\u{30}]{1,4}") {
        check_pair(&a, &b);
        check_pair::<Box<str>>(&a.as_str().into(), &b.as_str().into());
        check_pair::<Arc<str>>(&a.as_str().into(), &b.as_str().into());
        check_pair::<Cow<'static, str>>(&a.clone().into(), &b.clone().into());
        check_pair(&a, &format!("{a}{b}"));
    }

    #[test]
    fn chars(a in any::<char>(), b in any::<char>()) {
        check_pair(&a, &b);
    }

    #[test]
    fn options(a in proptest::option::of(any::<i32>())) {
        let value = a.to_value();
        prop_assert_eq!(value.clone().and_then(Option::<i32>::from_value), a.map(Some));
        prop_assert_eq!(Option::<i32>::KIND, i32::KIND);
        prop_assert!(Option::<i32>::OPTIONAL);
    }

    #[test]
    fn bytes(bytes in proptest::collection::vec(any::<u8>(), 1..40)) {
        let design = Design {
            attributes: (AttributeKind::B, AttributeKind::S),
            fields: vec![("pk", Bytes::KIND, false)],
            partition: vec![field(0, Form::Default)],
            ..Design::default()
        };
        let bytes = Bytes(bytes);
        let key = item_key(design.entity(), 0, &|_| bytes.to_value(), None).unwrap().unwrap();
        let parsed = parse(design.entity(), 0, &key).unwrap();
        prop_assert_eq!(Bytes::from_value(parsed.values[0].value.clone()), Some(bytes.clone()));
        let json = serde_json::to_string(&bytes).unwrap();
        prop_assert_eq!(serde_json::from_str::<Bytes>(&json).unwrap(), bytes);
    }
}

#[test]
fn bools() {
    assert_eq!(bool::KIND, FieldKind::OneOf(&["false", "true"]));
    check(&true);
    check(&false);
    assert_eq!(bool::from_value(KeyValue::Text("yes".into())), None);
}

#[test]
fn text_arguments() {
    let expected = Some(KeyValue::Text("abc".into()));
    assert_eq!(<&str as KeyArg<String>>::into_value("abc"), expected);
    assert_eq!(<&str as KeyArg<Box<str>>>::into_value("abc"), expected);
    assert_eq!(<String as KeyArg<Arc<str>>>::into_value("abc".into()), expected);
    let owned = "abc".to_owned();
    assert_eq!(<&String as KeyArg<Cow<'static, str>>>::into_value(&owned), expected);
    let bytes = Some(KeyValue::Binary(vec![1, 2].into()));
    assert_eq!(<&[u8; 2] as KeyArg<Bytes>>::into_value(&[1, 2]), bytes);
    assert_eq!(<&[u8] as KeyArg<Bytes>>::into_value(&[1, 2]), bytes);
    assert_eq!(<Vec<u8> as KeyArg<Bytes>>::into_value(vec![1, 2]), bytes);
    assert_eq!(<Option<u8> as KeyArg<Option<u8>>>::into_value(None), None);
}

#[cfg(feature = "uuid")]
mod uuids {
    use uuid::Uuid;

    use super::*;

    proptest! {
        #[test]
        fn uuids(a in any::<u128>(), b in any::<u128>()) {
            check_pair(&Uuid::from_u128(a), &Uuid::from_u128(b));
        }
    }

    #[test]
    fn other_spellings_of_uuids_are_rejected() {
        for text in ["f47ac10b58cc4372a5670e02b2c3d479", "{f47ac10b-58cc-4372-a567-0e02b2c3d479}", ""] {
            assert_eq!(Uuid::from_value(KeyValue::Text(text.into())), None);
        }
    }
}

#[cfg(any(feature = "chrono", feature = "time", feature = "jiff"))]
mod times {
    use super::*;
    use crate::key::Timestamp;

    /// Instants that every date crate can represent.
    fn instants() -> impl Strategy<Value = Timestamp> {
        let seconds = prop_oneof![-62_100_000_000i64..253_402_200_000, -10i64..10];
        let nanos = prop_oneof![0..1_000_000_000u32, Just(0), Just(1), Just(999_999_999)];
        (seconds, nanos).prop_map(|(seconds, nanos)| Timestamp { seconds, nanos })
    }

    fn of<T: KeyField>(time: Timestamp) -> T {
        T::from_value(KeyValue::Time(time)).unwrap()
    }

    macro_rules! times {
        ($($feature:literal $name:ident $type:ty;)*) => {$(
            #[cfg(feature = $feature)]
            proptest! {
                #[test]
                fn $name(a in instants(), b in instants()) {
                    check_pair(&of::<$type>(a), &of::<$type>(b));
                    let of_a = of::<$type>(a);
                    prop_assert_eq!(of_a.to_value(), Some(KeyValue::Time(a)));
                }
            }
        )*};
    }

    times! {
        "chrono" chrono_date_time chrono::DateTime<chrono::Utc>;
        "time" time_offset_date_time time::OffsetDateTime;
        "time" time_utc_date_time time::UtcDateTime;
        "jiff" jiff_timestamp jiff::Timestamp;
        "chrono" chrono_naive_date_time chrono::NaiveDateTime;
        "time" time_primitive_date_time time::PrimitiveDateTime;
        "jiff" jiff_civil_date_time jiff::civil::DateTime;
    }

    #[cfg(feature = "chrono")]
    #[test]
    fn times_without_a_zone_are_written_without_one() {
        let text = "2026-06-22T14:05:06.120000000";
        let time: chrono::NaiveDateTime = text.parse().unwrap();
        let (_, key) = round_trip(&time, &[field(0, Form::Default)]);
        assert_eq!(key.as_s(), Some(text));
    }

    #[cfg(feature = "chrono")]
    #[test]
    fn chrono_times_are_written_in_full() {
        let text = "2026-06-22T14:05:06.120000000Z";
        let time: chrono::DateTime<chrono::Utc> = text.parse().unwrap();
        let (_, key) = round_trip(&time, &[field(0, Form::Default)]);
        assert_eq!(key.as_s(), Some(text));
    }

    #[cfg(feature = "chrono")]
    #[test]
    fn leap_seconds_are_rejected() {
        let leap: chrono::DateTime<chrono::Utc> = "2016-12-31T23:59:60.5Z".parse().unwrap();
        let design = Design {
            fields: vec![("at", FieldKind::Time, false)],
            partition: vec![field(0, Form::Default)],
            ..Design::default()
        };
        let error = item_key(design.entity(), 0, &|_| leap.to_value(), None).unwrap_err();
        assert!(error.to_string().contains("leap seconds"), "{error}");
    }
}

#[cfg(any(feature = "chrono", feature = "time", feature = "jiff"))]
mod dates {
    use super::*;

    fn of<T: KeyField>(year: i16, month: u8, day: u8) -> T {
        T::from_value(KeyValue::Text(format!("{year:04}-{month:02}-{day:02}").into())).unwrap()
    }

    macro_rules! dates {
        ($($feature:literal $name:ident $type:ty;)*) => {$(
            #[cfg(feature = $feature)]
            proptest! {
                #[test]
                fn $name(
                    (year, month, day) in (0..=9999i16, 1..=12u8, 1..=28u8),
                    (other_year, other_month, other_day) in (0..=9999i16, 1..=12u8, 1..=28u8),
                ) {
                    let date = of::<$type>(year, month, day);
                    check_pair(&date, &of::<$type>(other_year, other_month, other_day));
                    let text = format!("{year:04}-{month:02}-{day:02}");
                    prop_assert_eq!(date.to_value(), Some(KeyValue::Text(text.into())));
                    for wrong in ["2026-02-30", "2026-6-022", "", "+026-01-01", "20260-1-01"] {
                        prop_assert_eq!(<$type>::from_value(KeyValue::Text(wrong.into())), None);
                    }
                }
            }
        )*};
    }

    dates! {
        "chrono" chrono_naive_date chrono::NaiveDate;
        "time" time_date time::Date;
        "jiff" jiff_date jiff::civil::Date;
    }

    #[cfg(feature = "chrono")]
    #[test]
    fn years_of_more_than_four_digits_are_rejected() {
        let design = Design {
            fields: vec![("day", chrono::NaiveDate::KIND, false)],
            partition: vec![field(0, Form::Default)],
            ..Design::default()
        };
        for date in [chrono::NaiveDate::MIN, chrono::NaiveDate::MAX] {
            let error = item_key(design.entity(), 0, &|_| date.to_value(), None).unwrap_err();
            assert!(error.to_string().contains("years 0 to 9999"), "{error}");
        }
    }
}
