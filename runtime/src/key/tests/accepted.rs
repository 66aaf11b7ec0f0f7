//! Checks that every template that the compiler accepts is injective and invertible.

use proptest::{collection::vec, prelude::*, sample::select};

use super::{
    properties::{Case, typed, value},
    template::{Design, field, integer, text},
};
use crate::{
    check::samples::message_of,
    key::{FieldKind, ItemKey, KeyPart, KeyValue, item_key, parse::parse},
    schema::{Encoding, Form, Segment, ShardBy, Sharding},
};

const SHARDS: u32 = 101;

/// A component of a template.
#[derive(Debug, Clone, Copy)]
enum Piece {
    Literal(&'static str),
    Field(FieldKind, Form, bool),
    Shard(u8),
}

fn piece() -> impl Strategy<Value = Piece> {
    let literals = vec!["", "#", "%", "%2", "2", "0", "A", "-", "_", "é", "T", ":", "2026-"];
    prop_oneof![
        4 => select(literals).prop_map(Piece::Literal),
        5 => (typed(), prop::bool::weighted(0.1)).prop_map(|((kind, form), raw)| {
            Piece::Field(kind, form, raw && matches!(kind, FieldKind::Text | FieldKind::OneOf(_)))
        }),
        1 => select(vec![0, 2, 3]).prop_map(Piece::Shard),
    ]
}

fn segments(pieces: &[Piece], fields: &mut Vec<FieldKind>) -> Vec<Segment> {
    let mut segment = |piece: &Piece| match *piece {
        Piece::Literal(text) => Segment::Literal(text),
        Piece::Shard(width) => Segment::Shard { width },
        Piece::Field(kind, form, raw) => {
            fields.push(kind);
            Segment::Field { field: u8::try_from(fields.len() - 1).unwrap(), form, raw }
        }
    };
    pieces.iter().map(&mut segment).collect()
}

fn accepts(design: &Design) -> bool {
    let entity = design.entity();
    message_of(entity, 0, KeyPart::Partition).is_empty() && message_of(entity, 0, KeyPart::Sort).is_empty()
}

prop_compose! {
    fn designs()(
        partition in vec(piece(), 1..6),
        sort in vec(piece().prop_filter("no shards in sort keys", |piece| !matches!(piece, Piece::Shard(_))), 1..5),
        delimiter in select(vec![b'#', b'!', b'-', b'_']),
        encoding in select(vec![Encoding::Escaped, Encoding::Escaped, Encoding::Escaped, Encoding::Raw]),
    ) -> Design {
        let mut kinds = Vec::new();
        let (partition, sort) = (segments(&partition, &mut kinds), segments(&sort, &mut kinds));
        Design {
            delimiter,
            encoding,
            fields: kinds.into_iter().map(|kind| ("field", kind, false)).collect(),
            partition,
            sort: Some(sort),
            shard: Some(Sharding { count: SHARDS, first: 0, by: ShardBy::Random, grow: &[] }),
            ..Design::default()
        }
    }
}

/// Text of fixed width may contain reserved bytes: either it is rejected, or the key is correct.
fn any_value(kind: FieldKind) -> BoxedStrategy<KeyValue<'static>> {
    match kind {
        FieldKind::FixedText(_) => "[#%!_/2Aa-]{4}|[2Aa-]{4}".prop_map(|text| KeyValue::Text(text.into())).boxed(),
        kind => value(kind),
    }
}

prop_compose! {
    fn cases()(design in designs().prop_filter("refused", accepts))(
        first in design.fields.iter().map(|(_, kind, _)| any_value(*kind)).collect::<Vec<_>>(),
        second in design.fields.iter().map(|(_, kind, _)| any_value(*kind)).collect::<Vec<_>>(),
        keep in vec(any::<bool>(), 12),
        shard in 0..SHARDS,
        design in Just(design),
    ) -> Case {
        let second = first.iter().zip(second).zip(keep.iter().cycle());
        let second = second.map(|((first, second), keep)| if *keep { first.clone() } else { second }).collect();
        Case { design, tuples: [first, second], shard }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2_000,
        max_global_rejects: 1_000_000,
        max_local_rejects: 1_000_000,
        ..ProptestConfig::default()
    })]

    #[test]
    fn keys_of_accepted_templates_parse_back(case in cases()) {
        // A value that `raw` or a fixed width rejects is not written into any key.
        if let Ok(Some(key)) = case.key(0) {
            let parsed = parse(case.design.entity(), 0, &key);
            prop_assert!(parsed.is_ok(), "{key:?}: {}", parsed.unwrap_err());
            let values: Vec<_> = parsed.unwrap().values.into_iter().map(|parsed| parsed.value).collect();
            prop_assert_eq!(values, case.stored(0), "{:?}", key);
            if let Ok(Some(other)) = case.key(1) {
                prop_assert_eq!(other == key, case.stored(0) == case.stored(1));
            }
        }
    }
}

/// Returns the keys of two tuples.
fn keys(design: &Design, tuples: [&[KeyValue<'_>]; 2], shards: [u32; 2]) -> [Option<ItemKey>; 2] {
    [0, 1].map(|at| {
        let value = |field: u8| tuples[at].get(usize::from(field)).cloned();
        item_key(design.entity(), 0, &value, Some(shards[at])).ok().flatten()
    })
}

/// Asserts that the compiler rejects a template with which two tuples have one key.
#[track_caller]
fn assert_refused(design: &Design, tuples: [&[KeyValue<'_>]; 2], shards: [u32; 2]) {
    let [first, second] = keys(design, tuples, shards);
    assert!(first.is_some() && first == second, "{first:?} {second:?}");
    assert!(message_of(design.entity(), 0, KeyPart::Partition).starts_with("KW007: "));
}

fn of(kinds: &[FieldKind], partition: Vec<Segment>) -> Design {
    Design {
        fields: kinds.iter().map(|kind| ("field", *kind, false)).collect(),
        partition,
        shard: Some(Sharding { count: SHARDS, first: 0, by: ShardBy::Random, grow: &[] }),
        ..Design::default()
    }
}

#[test]
fn a_percent_sign_after_escaped_text_is_ambiguous() {
    let design =
        of(&[FieldKind::Text; 2], vec![field(0, Form::Default), Segment::Literal("%"), field(1, Form::Default)]);
    assert_refused(&design, [&[text("x%"), text("23")], &[text("x"), text("25#")]], [0, 0]);
}

#[test]
fn a_digit_after_an_unpadded_shard_is_ambiguous() {
    let design =
        of(&[FieldKind::Text], vec![Segment::Shard { width: 0 }, Segment::Literal("1"), field(0, Form::Default)]);
    assert_refused(&design, [&[text("1x")], &[text("x")]], [1, 11]);
}

#[test]
fn a_literal_digit_after_a_fixed_width_number_is_ambiguous() {
    let kinds = [FieldKind::Text, FieldKind::Integer { digits: 20, signed: false }, FieldKind::Text];
    let segments =
        vec![field(0, Form::Default), field(1, Form::Width(8)), Segment::Literal("1"), field(2, Form::Default)];
    let tuples: [&[_]; 2] = [&[text("x"), integer(1_u8), text("1y")], &[text("x0"), integer(11_u8), text("y")]];
    assert_refused(&of(&kinds, segments), tuples, [0, 0]);
}

#[test]
fn digits_of_a_number_before_a_literal_digit_are_escaped() {
    let design = of(
        &[FieldKind::Integer { digits: 20, signed: false }, FieldKind::Text],
        vec![field(0, Form::Default), Segment::Literal("1"), field(1, Form::Default)],
    );
    assert!(accepts(&Design { sort: Some(vec![Segment::Literal("S")]), ..design.clone() }));
    let [first, second] = keys(&design, [&[integer(1_u8), text("1x")], &[integer(11_u8), text("x")]], [0, 0]);
    let text_of = |key: Option<ItemKey>| key.unwrap().partition.to_string();
    assert_eq!([text_of(first), text_of(second)], ["%3111x", "%31%311x"]);
}
