//! Tests of keys that are themselves a field.

use super::template::{Design, I64, field, integer, text};
use crate::{
    key::{FieldKind, ItemKey, KeyPart, KeyScalar, KeyValue, Timestamp, is_native, item_key, parse::parse},
    schema::{AttributeKind, Bucket, Form, TimeForm},
};

/// A table whose partition key is `<pk>` and whose sort key is `<sk:form>`.
fn native(kind: FieldKind, attribute: AttributeKind, form: Form) -> Design {
    Design {
        attributes: (AttributeKind::S, attribute),
        fields: vec![("pk", FieldKind::Text, false), ("sk", kind, false)],
        partition: vec![field(0, Form::Default)],
        sort: Some(vec![field(1, form)]),
        ..Design::default()
    }
}

fn key(design: &Design, value: &KeyValue<'static>) -> crate::Result<Option<ItemKey>> {
    let pk = text("a#b %");
    item_key(design.entity(), 0, &|field| Some(if field == 0 { pk.clone() } else { value.clone() }), None)
}

#[track_caller]
fn stores(design: &Design, value: KeyValue<'static>, scalar: KeyScalar) {
    let entity = design.entity();
    assert!(is_native(entity, 0, KeyPart::Partition) && is_native(entity, 0, KeyPart::Sort));
    let written = key(design, &value).unwrap().unwrap();
    assert_eq!(written, ItemKey { partition: KeyScalar::S("a#b %".into()), sort: Some(scalar) });
    let parsed = parse(entity, 0, &written).unwrap();
    assert_eq!(parsed.values[1].value, value);
}

const NOON: i64 = 1_782_129_600;

fn at(seconds: i64, nanos: u32) -> KeyValue<'static> {
    KeyValue::Time(Timestamp { seconds, nanos })
}

#[test]
fn native_keys_store_values_unescaped() {
    let (s, n, b) = (AttributeKind::S, AttributeKind::N, AttributeKind::B);
    stores(&native(FieldKind::Text, s, Form::Default), text("x#%/"), KeyScalar::S("x#%/".into()));
    stores(&native(I64, n, Form::Default), integer(-42_i64), KeyScalar::N("-42".into()));
    stores(&native(I64, n, Form::Width(9)), integer(42_i64), KeyScalar::N("42".into()));
    stores(
        &native(FieldKind::Binary, b, Form::Default),
        KeyValue::Binary(vec![0, 255].into()),
        KeyScalar::B(vec![0, 255]),
    );
    let epoch = native(FieldKind::Time, n, Form::Time(TimeForm::Epoch));
    stores(&epoch, at(NOON, 0), KeyScalar::N("1782129600".into()));
    stores(&epoch, at(-1, 0), KeyScalar::N("-1".into()));
    let millis = native(FieldKind::Time, n, Form::Time(TimeForm::EpochMillis));
    stores(&millis, at(NOON, 7_000_000), KeyScalar::N("1782129600007".into()));
    stores(
        &native(FieldKind::Time, s, Form::Default),
        at(NOON, 1),
        KeyScalar::S("2026-06-22T12:00:00.000000001Z".into()),
    );
    stores(&native(FieldKind::Time, s, Form::Bucket(Bucket::Hour)), at(NOON, 0), KeyScalar::S("2026-06-22T12".into()));
}

#[test]
fn native_keys_reject_values_that_would_lose_data() {
    let (s, n) = (AttributeKind::S, AttributeKind::N);
    let losses = [
        (native(FieldKind::Time, s, Form::Time(TimeForm::Seconds)), at(NOON, 1)),
        (native(FieldKind::Time, s, Form::Bucket(Bucket::Day)), at(NOON, 0)),
        (native(FieldKind::Time, n, Form::Time(TimeForm::Epoch)), at(NOON, 1)),
        (native(FieldKind::Time, n, Form::Time(TimeForm::EpochMillis)), at(NOON, 1)),
        (native(FieldKind::Text, s, Form::Lower), text("Ann")),
    ];
    for (design, value) in losses {
        let error = key(&design, &value).unwrap_err();
        assert!(error.to_string().contains("the key is its only copy"), "{error}");
    }
    let fixed = native(FieldKind::FixedText(3), s, Form::Default);
    assert!(key(&fixed, &text("ab")).unwrap_err().to_string().contains("has 2 bytes, but its type always has 3"));
    let date = native(FieldKind::Date, s, Form::Default);
    assert!(key(&date, &text("22/06/2026")).unwrap_err().to_string().contains("is not a date"));
    let error = key(&native(FieldKind::Integer { digits: 39, signed: false }, n, Form::Default), &integer(u128::MAX));
    assert!(error.unwrap_err().to_string().contains("38 digits"));
}

#[test]
fn texts_of_another_width_do_not_parse() {
    let stored = |sort: &str| ItemKey { partition: KeyScalar::S("a".into()), sort: Some(KeyScalar::S(sort.into())) };
    for (kind, own, others) in
        [(FieldKind::Date, "2026-06-22", ["PROFILE", "2026-06-2x"]), (FieldKind::FixedText(3), "abc", ["ab", "abcd"])]
    {
        let design = native(kind, AttributeKind::S, Form::Default);
        assert!(parse(design.entity(), 0, &stored(own)).is_ok(), "{own}");
        for other in others {
            assert!(parse(design.entity(), 0, &stored(other)).is_err(), "{other}");
        }
    }
}

#[test]
fn values_that_do_not_fit_the_attribute_type_are_rejected() {
    let (s, n, b) = (AttributeKind::S, AttributeKind::N, AttributeKind::B);
    let cases = [
        (native(I64, s, Form::Default), integer(1_i64), "is a whole number, and its attribute `sk` has type S"),
        (native(FieldKind::Text, n, Form::Default), text("x"), "is text, and its attribute `sk` has type N"),
        (native(FieldKind::Time, n, Form::Default), at(0, 0), "or write the time as `epoch` or `epoch_ms`"),
        (native(FieldKind::Time, s, Form::Time(TimeForm::Epoch)), at(0, 0), "declare it as type N"),
        (native(FieldKind::Text, b, Form::Default), text("x"), "has type B; declare it as type S"),
        (native(FieldKind::Text, s, Form::Default), text(""), "is empty"),
    ];
    for (design, value, says) in cases {
        let error = key(&design, &value).unwrap_err();
        assert!(error.to_string().contains(says), "{error}");
    }
    let stored = ItemKey { partition: KeyScalar::S("a".into()), sort: Some(KeyScalar::S("1".into())) };
    assert!(parse(native(I64, n, Form::Default).entity(), 0, &stored).is_err());
}

#[test]
fn fields_with_another_name_are_not_native() {
    let mut design = native(I64, AttributeKind::S, Form::Default);
    design.fields[1].0 = "number";
    assert!(!is_native(design.entity(), 0, KeyPart::Sort));
    let written = key(&design, &integer(-1_i64)).unwrap().unwrap();
    assert_eq!(written.sort, Some(KeyScalar::S("-9999999999999999998".into())));
}
