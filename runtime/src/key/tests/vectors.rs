//! Checks the published vectors in both directions.

use serde_json::Value;

use super::template::{Design, field};
use crate::{
    key::{
        FieldKind, Integer, ItemKey, KeyField, KeyPart, KeyScalar, KeyValue, Timestamp, escape::Reserved, item_key,
        parse::parse, shard::hash, shard_of,
    },
    schema::{Bucket, EntitySchema, Form, Segment, ShardBy, Sharding, TimeForm},
};

fn rows(file: &str, name: &str) -> Vec<Value> {
    let document: Value = serde_json::from_str(file).unwrap();
    let rows = document[name].as_array().unwrap().clone();
    assert!(rows.len() > 5, "{name} has only {} vectors", rows.len());
    rows
}

fn keys(name: &str) -> Vec<Value> {
    rows(include_str!("../../../tests/vectors/keys.json"), name)
}

fn part(name: &str) -> KeyPart {
    match name {
        "partition" => KeyPart::Partition,
        "sort" => KeyPart::Sort,
        other => panic!("no part {other}"),
    }
}

/// A template of one placeholder, in both parts.
fn alone(kind: FieldKind, form: Form) -> &'static EntitySchema {
    let design = Design {
        fields: vec![("value", kind, false)],
        partition: vec![field(0, form)],
        sort: Some(vec![field(0, form)]),
        ..Design::default()
    };
    design.entity()
}

fn integer(row: &Value) -> Integer {
    let value = row["value"].as_str().unwrap();
    match value.strip_prefix('-') {
        Some(magnitude) => Integer { negative: true, magnitude: magnitude.parse().unwrap() },
        None => value.parse::<u128>().unwrap().into(),
    }
}

/// Writes a value into both parts, compares, and reads it back.
fn check(entity: &'static EntitySchema, value: &KeyValue<'static>, partition: &str, sort: &str, parsed: &KeyValue<'_>) {
    let stored = ItemKey { partition: KeyScalar::S(partition.into()), sort: Some(KeyScalar::S(sort.into())) };
    let written = item_key(entity, 0, &|_| Some(value.clone()), None).unwrap();
    assert_eq!(written.as_ref(), Some(&stored));
    let read = parse(entity, 0, &stored).unwrap();
    assert_eq!(read.values.iter().map(|value| &value.value).collect::<Vec<_>>(), [parsed, parsed]);
}

#[test]
fn integers() {
    let kind = |name: &str| match name {
        "u8" => u8::KIND,
        "u16" => u16::KIND,
        "u32" => u32::KIND,
        "u64" => u64::KIND,
        "u128" => u128::KIND,
        "i8" => i8::KIND,
        "i16" => i16::KIND,
        "i32" => i32::KIND,
        "i64" => i64::KIND,
        "i128" => i128::KIND,
        other => panic!("no type {other}"),
    };
    for row in keys("integers") {
        let entity = alone(kind(row["type"].as_str().unwrap()), Form::Default);
        let value = KeyValue::Integer(integer(&row));
        check(entity, &value, row["partition"].as_str().unwrap(), row["sort"].as_str().unwrap(), &value);
    }
}

#[test]
fn padded_integers() {
    for row in keys("padded") {
        let width = u8::try_from(row["width"].as_u64().unwrap()).unwrap();
        let entity = alone(u128::KIND, Form::Width(width));
        let (value, key) = (KeyValue::Integer(integer(&row)), row["key"].as_str().unwrap());
        check(entity, &value, key, key, &value);
    }
}

const TIME_FORMS: [(&str, Form); 13] = [
    ("minute", Form::Bucket(Bucket::Minute)),
    ("hour", Form::Bucket(Bucket::Hour)),
    ("day", Form::Bucket(Bucket::Day)),
    ("week", Form::Bucket(Bucket::Week)),
    ("month", Form::Bucket(Bucket::Month)),
    ("year", Form::Bucket(Bucket::Year)),
    ("s", Form::Time(TimeForm::Seconds)),
    ("ms", Form::Time(TimeForm::Millis)),
    ("us", Form::Time(TimeForm::Micros)),
    ("ns", Form::Time(TimeForm::Nanos)),
    ("ns", Form::Default),
    ("epoch", Form::Time(TimeForm::Epoch)),
    ("epoch_ms", Form::Time(TimeForm::EpochMillis)),
];

#[test]
fn times() {
    check_times("times", FieldKind::Time);
}

#[test]
fn civil_times() {
    check_times("civil_times", FieldKind::CivilTime);
}

fn check_times(table: &str, kind: FieldKind) {
    for row in keys(table) {
        let nanos = u32::try_from(row["nanos"].as_u64().unwrap()).unwrap();
        let time = Timestamp { seconds: row["seconds"].as_i64().unwrap(), nanos };
        let (value, texts) = (KeyValue::Time(time), &row["texts"]);
        for (name, form) in TIME_FORMS {
            let entity = alone(kind, form);
            let Some(partition) = texts[name].as_str() else {
                assert!(item_key(entity, 0, &|_| Some(value.clone()), None).is_err(), "{name} of {time:?}");
                continue;
            };
            let sort = texts[format!("{name} in a sort key")].as_str().unwrap_or(partition);
            check(entity, &value, partition, sort, &KeyValue::Time(time.truncated(form)));
        }
    }
}

#[test]
fn escapes() {
    for row in keys("escapes") {
        let (text, key) = (row["text"].as_str().unwrap(), row["key"].as_str().unwrap());
        let reserved = Reserved {
            delimiter: Some(row["delimiter"].as_str().unwrap().as_bytes()[0]),
            escaped: true,
            following: row["following"].as_str().unwrap().bytes().next(),
            sorted: part(row["part"].as_str().unwrap()) == KeyPart::Sort,
        };
        let mut written = String::new();
        reserved.escape(text, &mut written);
        assert_eq!(written, key);
        assert_eq!(crate::key::escape::unescape(key).as_deref(), Some(text));
    }
}

#[test]
fn escapes_in_templates() {
    for row in keys("escapes") {
        let following: &'static str = row["following"].as_str().unwrap().to_owned().leak();
        let segments = vec![field(0, Form::Default), Segment::Literal(following)];
        let sort = part(row["part"].as_str().unwrap()) == KeyPart::Sort;
        let design = Design {
            delimiter: row["delimiter"].as_str().unwrap().as_bytes()[0],
            fields: vec![("text", FieldKind::Text, false)],
            partition: if sort { vec![Segment::Literal("P")] } else { segments.clone() },
            sort: sort.then_some(segments),
            ..Design::default()
        };
        let value = KeyValue::Text(row["text"].as_str().unwrap().to_owned().into());
        let written = item_key(design.entity(), 0, &|_| Some(value.clone()), None).unwrap().unwrap();
        let expected = KeyScalar::S(format!("{}{following}", row["key"].as_str().unwrap()));
        assert_eq!(written.sort.as_ref().unwrap_or(&written.partition), &expected);
        assert_eq!(parse(design.entity(), 0, &written).unwrap().values[0].value, value);
    }
}

#[test]
fn shards() {
    for row in rows(include_str!("../../../tests/vectors/shards.json"), "shards") {
        let texts: Vec<_> = row["texts"].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect();
        let number = |name: &str| u32::try_from(row[name].as_u64().unwrap()).unwrap();
        assert_eq!(hash(row["joined"].as_str().unwrap()), number("hash"));
        let sharding = |by| Sharding { count: number("count"), first: number("first"), by, grow: &[] };
        let design = Design {
            delimiter: row["delimiter"].as_str().unwrap().as_bytes()[0],
            fields: vec![("text", FieldKind::Text, false); texts.len()],
            ..Design::default()
        };
        let places: &'static [u8] = (0..u8::try_from(texts.len()).unwrap()).collect::<Vec<_>>().leak();
        let value = |field: u8| Some(KeyValue::Text(texts[usize::from(field)].into()));

        let by_fields = Some(sharding(ShardBy::Hash { fields: places, with: None, top_share: None }));
        let by_fields = Design { shard: by_fields, ..design.clone() };
        assert_eq!(shard_of(by_fields.entity(), 0, &value, None).unwrap(), Some(number("shard")), "{row}");

        if let Some(partition) = texts.first().filter(|_| texts.len() <= 2) {
            let by_key = Design { shard: Some(sharding(ShardBy::TableKey)), index: true, ..design };
            let scalar = |text: &&str| KeyScalar::S((*text).to_owned());
            let table_key = ItemKey { partition: scalar(partition), sort: texts.get(1).map(scalar) };
            let shard = shard_of(by_key.entity(), 0, &value, Some(&table_key)).unwrap();
            assert_eq!(shard, Some(number("shard")), "{row}");
        }
    }
}
