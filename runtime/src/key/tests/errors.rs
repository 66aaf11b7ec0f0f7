//! The values that are rejected, and the messages.

use super::template::{Design, HASHED, I64, field, integer, text};
use crate::{
    Error, ErrorKind,
    key::{FieldKind, ItemKey, KeyScalar, KeyValue, Timestamp, item_key, parse::parse, shard_of},
    schema::{Bucket, Encoding, EntitySchema, Form, Segment, ShardBy, Sharding},
};

/// An entity whose sort key is `A#<field>#B`.
fn with(kind: FieldKind, form: Form, raw: bool) -> Design {
    Design {
        fields: vec![("brand", kind, false)],
        sort: Some(vec![Segment::Literal("A#"), Segment::Field { field: 0, form, raw }, Segment::Literal("/B")]),
        ..Design::default()
    }
}

fn refused(design: &Design, value: &KeyValue<'_>) -> Error {
    item_key(design.entity(), 0, &|_| Some(value.clone()), None).unwrap_err()
}

#[track_caller]
fn assert_says(error: &Error, kind: ErrorKind, says: &str) {
    assert_eq!(error.to_string(), says);
    assert_eq!(error.kind(), kind);
    assert_eq!(error.entity(), Some("Thing"));
}

#[test]
fn empty() {
    let error = refused(&with(FieldKind::Text, Form::Default, false), &text(""));
    assert_says(
        &error,
        ErrorKind::KeyValue,
        "`Thing`, key <template>: field `brand` of the sort key is empty, and no part of a key may be empty; give it a \
         value",
    );
}

#[test]
fn raw_with_a_reserved_byte() {
    let error = refused(&with(FieldKind::Text, Form::Default, true), &text("a/b"));
    assert_says(
        &error,
        ErrorKind::KeyValue,
        "`Thing`, key <template>: field `brand` of the sort key contains the byte 0x2F ('/'), which ends values \
         here and is not escaped in `raw`; use a value without it, or remove `raw`, so that it is escaped",
    );
    let design = Design { encoding: Encoding::Raw, ..with(FieldKind::Text, Form::Default, false) };
    let error = refused(&design, &text("a#b"));
    assert!(error.to_string().contains("0x23 ('#')"), "{error}");
    assert!(error.to_string().ends_with("or a table with `encoding = \"escaped\"`"), "{error}");
}

#[test]
fn text_of_fixed_width_with_a_reserved_byte() {
    let design = with(FieldKind::FixedText(4), Form::Default, false);
    assert_says(
        &refused(&design, &text("ab#c")),
        ErrorKind::KeyValue,
        "`Thing`, key <template>: field `brand` of the sort key contains the byte 0x23 ('#'), which text of fixed \
         width cannot, as it is not escaped; use a value without it, or `FieldKind::Text`",
    );
    assert!(refused(&design, &text("%abc")).to_string().contains("0x25 ('%')"));
    let written = |design: &Design, value| item_key(design.entity(), 0, &|_| Some(text(value)), None).unwrap().unwrap();
    assert_eq!(written(&design, "a/-c").sort, Some(KeyScalar::S("A#a/-c/B".into())));
    // UUIDs and dates contain a `-` even if it is the delimiter.
    let dashes = Design { delimiter: b'-', ..design };
    assert_eq!(written(&dashes, "a-#c").sort, Some(KeyScalar::S("A#a-#c/B".into())));
}

#[test]
fn numbers_that_do_not_fit() {
    let wide = with(I64, Form::Width(3), false);
    for value in [integer(1_000_i64), integer(-1_i64)] {
        let error = refused(&wide, &value);
        assert!(error.to_string().contains("more than the 3 digits of `w3`"), "{error}");
    }
    let narrow = with(FieldKind::Integer { digits: 3, signed: false }, Form::Default, false);
    for value in [integer(1_000_u16), integer(-1_i8)] {
        let error = refused(&narrow, &value);
        assert!(error.to_string().contains("out of the range of its `KeyField::KIND`"), "{error}");
    }
}

#[test]
fn times_out_of_range() {
    let (before, after) = (Timestamp::MIN.seconds - 1, Timestamp::MAX.seconds + 1);
    for form in [Form::Default, Form::Bucket(Bucket::Day)] {
        for seconds in [before, after, i64::MIN, i64::MAX] {
            let error = refused(&with(FieldKind::Time, form, false), &KeyValue::Time(Timestamp { seconds, nanos: 0 }));
            assert!(error.to_string().contains("years 0 to 9999"), "{error}");
        }
    }
    let error = refused(&with(FieldKind::Time, Form::Bucket(Bucket::Week), false), &KeyValue::Time(Timestamp::MIN));
    assert!(error.to_string().contains("a week that begins before year 0"), "{error}");
}

#[test]
fn values_of_another_kind() {
    let designs = [
        with(I64, Form::Default, false),
        with(FieldKind::Time, Form::Default, false),
        with(FieldKind::OneOf(&["low", "high"]), Form::Default, false),
    ];
    for design in designs {
        let error = refused(&design, &text("other"));
        assert!(error.to_string().contains("not of its `KeyField::KIND`"), "{error}");
    }
    let error = refused(&with(FieldKind::FixedText(4), Form::Default, false), &text("other"));
    assert!(error.to_string().contains("has 5 bytes, but its type always has 4"), "{error}");
    let error = refused(&with(FieldKind::Binary, Form::Default, false), &KeyValue::Binary(vec![1].into()));
    assert!(error.to_string().contains("a composite key cannot contain"), "{error}");
    let error = refused(&with(FieldKind::Time, Form::Lower, false), &KeyValue::Time(Timestamp::MAX));
    assert!(error.to_string().contains("is a time; write it as a bucket"), "{error}");
    let error = refused(&with(I64, Form::Lower, false), &integer(1_u8));
    assert!(error.to_string().contains("is a whole number; write it"), "{error}");
}

#[test]
fn too_long() {
    let design = with(FieldKind::Text, Form::Default, false);
    let fits = 1_024 - "A#/B".len();
    assert!(item_key(design.entity(), 0, &|_| Some(KeyValue::Text("x".repeat(fits).into())), None).is_ok());
    let error = refused(&design, &text(&"x".repeat(fits + 1)));
    assert_says(
        &error,
        ErrorKind::KeyTooLong,
        "`Thing`, key <template>: the sort key has 1025 bytes, 1021 of them field `brand`, and DynamoDB accepts at \
         most 1024; shorten the value, or put a hash of it into the key",
    );
    let design = Design {
        fields: vec![("brand", FieldKind::Text, false)],
        partition: vec![field(0, Form::Default)],
        ..Design::default()
    };
    assert!(item_key(design.entity(), 0, &|_| Some(KeyValue::Text("x".repeat(2_048).into())), None).is_ok());
    assert_eq!(refused(&design, &text(&"x".repeat(2_049))).kind(), ErrorKind::KeyTooLong);
    assert_eq!(refused(&design, &text(&"#".repeat(700))).kind(), ErrorKind::KeyTooLong);
}

#[test]
fn absent_values() {
    let sparse = Design { index: true, ..with(FieldKind::Text, Form::Default, false) };
    let error = item_key(sparse.entity(), 0, &|_| None, None).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`Thing`, index GSI1, key <template>: the sort key needs field `brand`, which has no value; give it one"
    );
    let sparse = Design { fields: vec![("brand", FieldKind::Text, true)], ..sparse };
    assert_eq!(item_key(sparse.entity(), 0, &|_| None, None).unwrap(), None);
    let table = Design { index: false, ..sparse };
    assert_eq!(item_key(table.entity(), 0, &|_| None, None).unwrap_err().kind(), ErrorKind::KeyValue);
}

#[test]
fn absent_shards() {
    let partition = vec![Segment::Literal("LOG"), Segment::Delimiter, Segment::Shard { width: 0 }];
    let random = Sharding { count: 10, first: 0, by: ShardBy::Random, grow: &[] };
    let design = Design { partition, shard: Some(random), ..Design::default() };
    let error = item_key(design.entity(), 0, &|_| None, None).unwrap_err();
    assert!(error.to_string().contains("needs its shard; use `key_in_shard`, or `find`"), "{error}");

    let fields = vec![("brand", FieldKind::Text, true)];
    let hashed = Design { shard: Some(HASHED(&[0])), fields, index: true, ..design };
    assert_eq!(shard_of(hashed.entity(), 0, &|_| None, None).unwrap(), None);
    assert_eq!(item_key(hashed.entity(), 0, &|_| None, None).unwrap(), None);

    let by_key = Sharding { count: 10, first: 0, by: ShardBy::TableKey, grow: &[] };
    let by_key = Design { shard: Some(by_key), ..hashed };
    let error = shard_of(by_key.entity(), 0, &|_| None, None).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
}

#[test]
fn schemas_that_no_derive_generates_give_errors() {
    let design = Design { partition: vec![field(7, Form::Default)], ..Design::default() };
    assert_eq!(refused(&design, &text("x")).kind(), ErrorKind::KeyValue);
    let entity: &'static EntitySchema = design.entity();
    let stored = ItemKey { partition: KeyScalar::S("x".into()), sort: None };
    assert!(parse(entity, 0, &stored).is_err());
    assert_eq!(item_key(entity, 9, &|_| None, None).unwrap_err().kind(), ErrorKind::InvalidArgument);
    assert_eq!(parse(entity, 9, &stored).unwrap_err().kind(), ErrorKind::InvalidArgument);
}

#[test]
fn errors_do_not_contain_values() {
    let secret = "s3cret".repeat(400);
    let error = refused(&with(FieldKind::Text, Form::Default, false), &text(&secret));
    assert!(!error.to_string().contains("s3cret"), "{error}");
    let stored = ItemKey { partition: KeyScalar::S(secret), sort: Some(KeyScalar::S("x".into())) };
    let error = parse(with(FieldKind::Text, Form::Default, false).entity(), 0, &stored).unwrap_err();
    assert!(!error.to_string().contains("s3cret"), "{error}");
}
