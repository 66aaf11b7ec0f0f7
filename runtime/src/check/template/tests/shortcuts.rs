//! Results that are computed without the types of the fields agree with those that are computed with them.

use proptest::{collection::vec, prelude::*, sample::select, strategy::ValueTree as _, test_runner::TestRunner};

use super::super::{ending, first_refusal, form, length, optional, order, plain::is_plain, stored_as, touching};
use crate::{
    check::samples::{Design, STATUS, U64, text_attribute},
    key::{FieldKind, KeyPart},
    schema::{
        AttributeKind, Bucket, Encoding, EntitySchema, Field, Form, KeyAttribute, Segment, ShardBy, Sharding,
        TableSchema, Template,
    },
    template::{
        declared_key::{DeclaredKey, Part},
        segment::segment_width,
    },
};

/// A literal that is longer than a sort key can be together with a long field of fixed width.
const LONG: &str = match str::from_utf8(&[b'#'; 1_000]) {
    Ok(text) => text,
    Err(_) => "",
};

const KINDS: [Option<FieldKind>; 9] = [
    None,
    Some(FieldKind::Text),
    Some(FieldKind::FixedText(250)),
    Some(FieldKind::Date),
    Some(U64),
    Some(STATUS),
    Some(FieldKind::Time),
    Some(FieldKind::CivilTime),
    Some(FieldKind::Binary),
];

const FIELDS: [(&str, FieldKind); 6] = [
    ("name", FieldKind::Text),
    ("code", FieldKind::FixedText(250)),
    ("on", FieldKind::Date),
    ("count", U64),
    ("status", STATUS),
    ("at", FieldKind::Time),
];

fn segment() -> impl Strategy<Value = Segment> {
    let forms = vec![Form::Default, Form::Bucket(Bucket::Week), Form::Plain, Form::Width(255)];
    prop_oneof![
        3 => select(vec!["", "#", "%", "%2", "2", "A"]).prop_map(Segment::Literal),
        1 => Just(Segment::Delimiter),
        1 => select(vec![0, 2, 255]).prop_map(|width| Segment::Shard { width }),
        5 => (0..FIELDS.len() as u8, select(forms))
            .prop_map(|(field, form)| Segment::Field { field, form, raw: false }),
    ]
}

fn part() -> impl Strategy<Value = Part<'static>> {
    (vec(segment(), 0..8), select(vec![KeyPart::Partition, KeyPart::Sort]), select(vec![b'#', b'%', b'2'])).prop_map(
        |(segments, part, delimiter)| Part {
            entity: Design::new("Item", &FIELDS)
                .with(|entity| entity.table = Box::leak(Box::new(TableSchema { delimiter, ..*entity.table })))
                .build(),
            index: None,
            part,
            attribute: text_attribute("PK"),
            template: Template::new("", segments.leak()),
            shard: Some(Sharding { count: 12, first: 0, by: ShardBy::Random, grow: &[] }),
        },
    )
}

/// A part with every property that a rule reads.
fn varied_part() -> impl Strategy<Value = Part<'static>> {
    let form = prop_oneof![8 => Just(Form::Default), 3 => Just(Form::Bucket(Bucket::Day)), 1 => Just(Form::Lower)];
    let placeholder = prop_oneof![
        8 => (0..FIELDS.len() as u8, form, prop::bool::weighted(0.05))
            .prop_map(|(field, form, raw)| Segment::Field { field, form, raw }),
        1 => select(vec![0, 2]).prop_map(|width| Segment::Shard { width }),
    ];
    let separator = prop_oneof![
        6 => select(vec![Segment::Delimiter, Segment::Literal("#A#")]),
        4 => select(vec!["", "", "+", "%", LONG, LONG]).prop_map(Segment::Literal),
        1 => Just(Segment::NextAttribute("")),
    ];
    let composite = vec((placeholder.clone(), separator), 1..4).prop_flat_map(|pairs| {
        let segments: Vec<_> =
            pairs.into_iter().flat_map(|(placeholder, separator)| [placeholder, separator]).collect();
        (segments.len() - 1..=segments.len()).prop_map(move |len| segments[..len].to_vec())
    });
    let segments = prop_oneof![3 => composite, 1 => placeholder.prop_map(|only| vec![only])];
    let fields = vec((select(KINDS.to_vec()), prop::bool::weighted(0.2)), FIELDS.len());
    let by = prop_oneof![Just(ShardBy::Random), Just(ShardBy::Hash { fields: &[0], with: None, top_share: None })];
    let shard = (by, 1..2_000_u32).prop_map(|(by, count)| Sharding { count, first: 0, by, grow: &[] });
    let of_key = (
        select(vec![None, None, Some("GSI1")]),
        select(vec![KeyPart::Partition, KeyPart::Sort]),
        prop::option::weighted(0.5, shard),
        prop::bool::ANY,
        prop_oneof![6 => Just(AttributeKind::S), 1 => Just(AttributeKind::N), 1 => Just(AttributeKind::B)],
    );
    let of_table = (
        prop_oneof![6 => Just(b'#'), 1 => Just(b'%'), 1 => Just(b'-')],
        prop_oneof![4 => Just(Encoding::Escaped), 1 => Just(Encoding::Raw)],
    );
    (segments, fields, of_key, of_table).prop_map(
        |(segments, fields, (index, part, shard, names_field, kind), (delimiter, encoding))| {
            let build = |entity: &mut EntitySchema| {
                let typed = entity.fields.iter().zip(&fields);
                let typed = typed.map(|(field, (kind, optional))| Field { kind: *kind, optional: *optional, ..*field });
                entity.fields = typed.collect::<Vec<_>>().leak();
                entity.table = Box::leak(Box::new(TableSchema { delimiter, encoding, ..*entity.table }));
            };
            let name = match segments[..] {
                [Segment::Field { field, .. }] if names_field => FIELDS[field as usize].0,
                _ => "PK",
            };
            Part {
                entity: Design::new("Item", &FIELDS).with(build).build(),
                index,
                part,
                attribute: KeyAttribute { kind, ..text_attribute(name) },
                template: Template::new("", segments.leak()),
                shard,
            }
        },
    )
}

/// Whether each rule rejects a part, in the order of the rules.
fn refusals(part: &Part<'_>) -> [bool; 7] {
    [
        form::refusal(part),
        optional::refusal(part),
        stored_as::refusal(part),
        touching::refusal(part),
        ending::refusal(part),
        order::refusal(part),
        length::refusal(part),
    ]
    .map(|text| text.is_some())
}

#[test]
fn varied_parts_are_plain_or_break_each_rule_alone() {
    const PARTS: usize = 10_000;
    let mut runner = TestRunner::deterministic();
    let (mut plain, mut alone) = (0, [0; 7]);
    for _ in 0..PARTS {
        let part = varied_part().new_tree(&mut runner).unwrap().current();
        plain += usize::from(is_plain(&part));
        let broken = refusals(&part);
        if broken.iter().filter(|is_broken| **is_broken).count() == 1 {
            alone.iter_mut().zip(broken).for_each(|(count, is_broken)| *count += usize::from(is_broken));
        }
    }
    assert!(plain * 10 > PARTS, "{plain} are plain");
    assert!(alone.iter().all(|count| *count >= 15), "parts that break one rule: {alone:?}");
}

#[test]
fn usual_templates_are_plain() {
    let is_plain_key = |partition, sort| {
        let entity = Design::new("Item", &FIELDS).key(partition, sort).build();
        let key = DeclaredKey::of(entity, 0).unwrap();
        (is_plain(&key.partition_part()), is_plain(&key.sort_part().unwrap()))
    };
    assert_eq!(is_plain_key("ITEM#<name>#<at:month>", "<at>#<count>"), (true, true));
    assert_eq!(is_plain_key("<name><count>", "<name>A"), (false, false));
}

/// Whether two placeholders of variable width touch.
fn touch(part: &Part<'_>) -> bool {
    let mut is_open = false;
    for segment in part.template.segments {
        match segment {
            Segment::Literal("") => {}
            Segment::Literal(_) | Segment::Delimiter | Segment::NextAttribute(_) => is_open = false,
            segment if segment_width(part.entity, *segment, part.form(), part.shard).is_none() => {
                if is_open {
                    return true;
                }
                is_open = true;
            }
            _ => {}
        }
    }
    false
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn touching_placeholders_are_found(part in part()) {
        prop_assert_eq!(touching::refusal(&part).is_some(), touch(&part));
    }

    #[test]
    fn what_ends_any_placeholder_ends_each(part in part()) {
        for (at, segment) in part.template.segments.iter().enumerate() {
            let following = &part.template.segments[at + 1..];
            let is_placeholder = matches!(segment, Segment::Field { .. } | Segment::Shard { .. });
            if is_placeholder && ending::ends_any(following, part.entity.table.delimiter) {
                prop_assert!(ending::end_of(&part, at).is_none());
            }
        }
    }

    #[test]
    fn plain_templates_break_no_rule(part in varied_part()) {
        prop_assert!(!is_plain(&part) || first_refusal(&part).is_none());
    }

    #[test]
    fn a_key_has_at_most_the_bytes_of_its_longest(part in part()) {
        prop_assert!(length::fewest_bytes(&part) <= length::most_bytes(part.template.segments));
    }
}
