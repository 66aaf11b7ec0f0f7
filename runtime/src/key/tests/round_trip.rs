//! Parses keys back, and rejects invalid ones.

use super::template::{Design, I64, field, text};
use crate::{
    ErrorKind,
    key::{
        FieldKind, ItemKey, KeyPart, KeyScalar, KeyValue, TemplateRef, Timestamp, item_key, parse::parse,
        parse_template::parse_partition,
    },
    schema::{Bucket, Form, Segment},
};

/// `THREAT#<brand>#<at:month>` and `<at>#<id>`.
fn threat() -> Design {
    Design {
        fields: vec![("brand", FieldKind::Text, false), ("at", FieldKind::Time, false), ("id", FieldKind::Text, false)],
        partition: vec![
            Segment::Literal("THREAT#"),
            field(0, Form::Default),
            Segment::Literal("#"),
            field(1, Form::Bucket(Bucket::Month)),
        ],
        sort: Some(vec![field(1, Form::Default), Segment::Literal("#"), field(2, Form::Default)]),
        ..Design::default()
    }
}

fn stored(partition: &str, sort: &str) -> ItemKey {
    ItemKey { partition: KeyScalar::S(partition.into()), sort: Some(KeyScalar::S(sort.into())) }
}

#[test]
fn the_most_precise_occurrence_of_a_field_is_parsed() {
    let key = stored("THREAT#a%23b#2026-06", "2026-06-22T14:05:06.000000007Z#t%2517");
    let parsed = parse(threat().entity(), 0, &key).unwrap();
    assert_eq!(parsed.values.len(), 4);
    assert_eq!(parsed.value(0).unwrap().value, text("a#b"));
    let at = parsed.value(1).unwrap();
    assert_eq!((at.part, &at.value), (KeyPart::Sort, &KeyValue::Time(Timestamp { seconds: 1_782_137_106, nanos: 7 })));
    assert_eq!(parsed.value(2).unwrap().value, text("t%17"));
    assert_eq!(parsed.value(3), None);
}

#[test]
fn only_canonical_keys_parse() {
    let at = "2026-06-22T14:05:06.000000007Z";
    let strangers = [
        ("THREAT#ab#2026-06", at.to_owned()),                             // cut off
        ("THREAT#ab#2026-06", format!("{at}#")),                          // an empty part
        ("THREAT##2026-06", format!("{at}#x")),                           // another one
        ("THREAT#ab#2026-07", format!("{at}#x")),                         // another month than its time
        ("THREAT#ab#2026-6", format!("{at}#x")),                          // not padded
        ("THREAT#ab#2026-06-", format!("{at}#x")),                        // continues
        ("THREAT#a%62#2026-06", format!("{at}#x")),                       // encodes what needs no encoding
        ("THREAT#a%2f#2026-06", format!("{at}#x")),                       // lower-case digits
        ("THREAT#a%#2026-06", format!("{at}#x")),                         // a stray escape
        ("THREAT#a%FF#2026-06", format!("{at}#x")),                       // no UTF-8
        ("ALERT#ab#2026-06", format!("{at}#x")),                          // another literal
        ("THREAT#ab#2026-06", "2026-06-22T14:05:06Z#x".into()),           // another form
        ("THREAT#ab#2026-06", "2026-06-31T14:05:06.000000007Z#x".into()), // no such day
        ("THREAT#ab#2026-06", format!("{at}#a b")),                       // a space, not encoded
        ("THREAT#ab#2026-06", "2026-06-22t14:05:06.000000007Z#x".into()), // a lower-case t
    ];
    for (partition, sort) in strangers {
        let error = parse(threat().entity(), 0, &stored(partition, &sort)).expect_err(&sort);
        assert_eq!(error.kind(), ErrorKind::KeyMismatch, "{partition} {sort}");
    }
    let long = stored("THREAT#ab#2026-06", &format!("{at}#{}", "x".repeat(1_024)));
    assert_eq!(parse(threat().entity(), 0, &long).unwrap_err().kind(), ErrorKind::KeyMismatch);
    let number = ItemKey { partition: KeyScalar::N("1".into()), sort: None };
    assert_eq!(parse(threat().entity(), 0, &number).unwrap_err().kind(), ErrorKind::KeyMismatch);
    let alone = ItemKey { sort: None, ..stored("THREAT#ab#2026-06", "") };
    assert_eq!(parse(threat().entity(), 0, &alone).unwrap_err().kind(), ErrorKind::KeyMismatch);
}

#[test]
fn weeks_and_months_of_one_time_may_disagree() {
    let design = Design {
        fields: vec![("at", FieldKind::Time, false)],
        partition: vec![field(0, Form::Bucket(Bucket::Week))],
        sort: Some(vec![field(0, Form::Bucket(Bucket::Month))]),
        ..Design::default()
    };
    // Thursday 2 July 2026: its week begins in June.
    let at = KeyValue::Time(Timestamp { seconds: 1_782_950_400, nanos: 0 });
    let key = item_key(design.entity(), 0, &|_| Some(at.clone()), None).unwrap().unwrap();
    assert_eq!(key, stored("2026-W27", "2026-07"));
    assert!(parse(design.entity(), 0, &key).is_ok());
}

#[test]
fn shards() {
    let log = |width| Design {
        partition: vec![Segment::Literal("LOG"), Segment::Delimiter, Segment::Shard { width }],
        ..Design::default()
    };
    for (width, shard, expected) in [(0, 7, "LOG#7"), (2, 7, "LOG#07"), (2, 123, "LOG#123"), (0, 0, "LOG#0")] {
        let entity = log(width).entity();
        let key = item_key(entity, 0, &|_| None, Some(shard)).unwrap().unwrap();
        assert_eq!(key.partition, KeyScalar::S(expected.into()));
        assert_eq!(parse(entity, 0, &key).unwrap().shard, Some(shard));
    }
    for stranger in ["LOG#", "LOG#07", "LOG#-1", "LOG#7x", "LOG#99999999999", "LOG#+7"] {
        let entity = log(0).entity();
        let stored = KeyScalar::S(stranger.into());
        let error = parse_partition(entity, 0, &entity.keys[0].partition, &stored).expect_err(stranger);
        assert_eq!(error.kind(), ErrorKind::KeyMismatch);
    }
    let twice = Design {
        partition: vec![Segment::Shard { width: 0 }, Segment::Literal("#"), Segment::Shard { width: 0 }],
        ..Design::default()
    };
    let entity = twice.entity();
    let template = &entity.keys[0].partition;
    assert!(parse_partition(entity, 0, template, &KeyScalar::S("3#3".into())).is_ok());
    assert!(parse_partition(entity, 0, template, &KeyScalar::S("3#4".into())).is_err());
}

#[test]
fn padded_shards_may_adjoin_values() {
    let name = vec![("name", FieldKind::Text, false)];
    let (value, shard) = (field(0, Form::Default), Segment::Shard { width: 2 });
    let templates = [
        vec![shard, value],
        vec![value, shard],
        vec![shard, Segment::Literal("1#"), value],
        vec![value, shard, Segment::Literal("#x")],
    ];
    for partition in templates {
        let design = Design { fields: name.clone(), partition, ..Design::default() };
        let key = item_key(design.entity(), 0, &|_| Some(text("7a9")), Some(3)).unwrap().unwrap();
        let parsed = parse(design.entity(), 0, &key).unwrap();
        assert_eq!((parsed.shard, &parsed.value(0).unwrap().value), (Some(3), &text("7a9")), "{key:?}");
    }
}

#[test]
fn fixed_width_values_may_adjoin_text() {
    let (name, at, number) = (field(0, Form::Default), field(1, Form::Default), field(2, Form::Default));
    let fields = vec![("name", FieldKind::Text, false), ("at", FieldKind::Time, false), ("number", I64, false)];
    let value = |field| match field {
        0 => Some(text("Ann#2026")),
        1 => Some(KeyValue::Time(Timestamp { seconds: 1, nanos: 2 })),
        _ => Some(KeyValue::Integer((-3_i8).into())),
    };
    let hash = Segment::Literal("#");
    for sort in [vec![name, at], vec![name, at, number], vec![name, at, number, hash], vec![number, at, name, hash]] {
        let design = Design { fields: fields.clone(), sort: Some(sort.clone()), ..Design::default() };
        let key = item_key(design.entity(), 0, &value, None).unwrap().unwrap();
        let parsed = parse(design.entity(), 0, &key).unwrap();
        assert!(parsed.values.iter().all(|parsed| Some(&parsed.value) == value(parsed.field).as_ref()), "{key:?}");
        assert!(parsed.values.len() >= 2);
    }
}

#[test]
fn a_prefix_ends_before_the_first_missing_field() {
    let entity = threat().entity();
    let sort = entity.keys[0].sort.as_ref().unwrap();
    let at = KeyValue::Time(Timestamp { seconds: 0, nanos: 0 });
    let mut prefix = String::new();
    let of = TemplateRef::new(entity, KeyPart::Sort, sort);
    let whole = of.render(&|field| (field == 1).then(|| at.clone()), None, &mut prefix);
    assert!(!whole.unwrap());
    assert_eq!(prefix, "1970-01-01T00:00:00.000000000Z#");
}

#[test]
fn rendering_a_key_allocates_once() {
    let entity = threat().entity();
    let at = KeyValue::Time(Timestamp { seconds: 0, nanos: 0 });
    let value = |field| Some(if field == 1 { at.clone() } else { text("brand-1") });
    let key = item_key(entity, 0, &value, None).unwrap().unwrap();
    for scalar in [key.partition, key.sort.unwrap()] {
        let KeyScalar::S(text) = scalar else { panic!("not text: {scalar:?}") };
        // A buffer that had to grow would have excess capacity.
        assert_eq!(text.capacity(), text.len());
    }
}

#[test]
fn escaped_bytes_do_not_end_a_value() {
    // The literal's first byte also occurs in the escape of `%`.
    let design = Design {
        fields: vec![("a", FieldKind::Text, false), ("b", I64, false)],
        partition: vec![field(0, Form::Default), Segment::Literal("2"), field(1, Form::Default)],
        ..Design::default()
    };
    let value = |field| Some(if field == 0 { text("50%2") } else { KeyValue::Integer(7_u8.into()) });
    let key = item_key(design.entity(), 0, &value, None).unwrap().unwrap();
    assert_eq!(key.partition, KeyScalar::S("50%25%3227".into()));
    assert_eq!(parse(design.entity(), 0, &key).unwrap().value(0).unwrap().value, text("50%2"));
}
