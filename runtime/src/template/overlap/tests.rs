use std::collections::{BTreeSet, HashSet};

use proptest::prelude::*;

use super::{bytes::Bytes, *};
use crate::{
    check::samples::{Design, I32, STATUS, TABLE, U64, text_attribute},
    key::{
        FieldKind::{self, FixedText, Integer, OneOf, Text, Time},
        KeyPart, KeyValue, TemplateRef, Timestamp,
    },
    schema::{Encoding, EntitySchema, TableSchema, Template},
    template::declared_key::DeclaredKey,
};

const FIELDS: &[(&str, FieldKind)] = &[
    ("text", Text),
    ("word", Text),
    ("id", FixedText(3)),
    ("count", U64),
    ("units", U64),
    ("delta", I32),
    ("status", STATUS),
    ("odd", OneOf(&["a#b", "%", "A"])),
    ("at", Time),
    ("small", Integer { digits: 1, signed: true }),
];

fn written(table: TableSchema, template: &'static str, part: KeyPart) -> Part<'static> {
    let design = Design::in_table("Item", table, FIELDS);
    let entity = match part {
        KeyPart::Partition => design.key(template, "SORT").build(),
        KeyPart::Sort => design.key("PARTITION", template).build(),
    };
    let key = DeclaredKey::of(entity, 0).expect("a key");
    key.attribute_part(part, 0).expect("this part")
}

fn overlap_in(table: TableSchema, part: KeyPart, a: &'static str, b: &'static str) -> bool {
    let (a, b) = (written(table, a, part), written(table, b, part));
    let answer = overlaps(&a, &b);
    assert_eq!(answer, overlaps(&b, &a), "symmetric");
    answer
}

#[test]
fn templates_without_a_common_key_do_not_overlap() {
    for (a, b) in [
        ("ORDER#<text>", "INVOICE#<text>"),
        ("ORDER#<text>", "ORDERS#<text>"),
        ("ORDER", "ORDER#<text>"),
        ("ORDER#<text>", "ORDER#<text>#<word>"),
        ("LOG#<at:day>", "LOG#<at:hour>"),
        ("LOG#<at:day>", "LOG#LATEST"),
        ("S#<status>", "S#closed"),
        ("S#<status>#A", "S#open#B"),
        ("N#<count:w4>", "N#<count:w5>"),
        ("N#<count>", "N#A"),
        ("X#<shard>", "X#<text>#<shard>"),
        ("A#<id>", "A#<at>"),
        ("A#<id>", "A#META"),
        ("USER#<text>", "USER#<text>#PROFILE"),
        ("<text>#A", "<text>#B"),
        ("<text>x<word>", "<text>#<word>x<count>"),
        ("<text>-A", "<word>-B"),
        ("A_PREFIX_OF_TWENTY_#1", "A_PREFIX_OF_TWENTY_#2"),
        ("A_PREFIX_OF_TWENTY_#<text>", "A_PREFIX_OF_TWENTY!#<text>"),
        ("A-<count:plain>", "A-<count:plain>-<units>"),
        ("A-<count>", "A-<word>-<text>"),
        ("A-<count>", "A--<count>"),
        ("A-<delta>", "A-<count>-<count>"),
        ("A-<delta:plain>", "A-<text>-<count>"),
        ("N#<delta>", "N#-"),
        ("N#<delta>", "N#--1"),
        ("N#<delta>", "N#-0"),
        ("N#<count>", "N#07"),
        ("N#<count>", "N#-7"),
        ("<delta>-<count>", "<count>-<count>-<count>"),
        ("W#<word:lower>", "W#META"),
        ("W#<word:lower>", "W#<text>M<word>"),
        ("W#<word:upper>", "W#meta"),
        ("<word:lower>", "A-<count>"),
        ("W#<text>A", "W#xA<count>"),
    ] {
        assert!(!overlap_in(TABLE, KeyPart::Partition, a, b), "{a} and {b}");
    }
    for (a, b) in [
        ("<at>#<text>", "META"),
        ("<at>#<text>", "NOTE#<text>"),
        ("<delta>", "<count>"),
        ("<text>#A", "A!#A"),
        ("<text>", "A B"),
    ] {
        assert!(!overlap_in(TABLE, KeyPart::Sort, a, b), "{a} and {b}");
    }
}

#[test]
fn templates_with_a_common_key_overlap() {
    for (a, b) in [
        ("ORDER#<text>", "ORDER#<word>"),
        ("ORDER#<text>", "ORDER#META"),
        ("<text>", "META"),
        ("LOG#<at:day>", "LOG#2026-06-22"),
        ("LOG#<at:day>", "LOG#<text>"),
        ("S#<status>", "S#open"),
        ("S#<status>", "S#<text>"),
        ("N#<count:w4>", "N#<count>"),
        ("N#<count>", "N#<text>"),
        ("A#<id>", "A#ABC"),
        ("X#<shard>", "X#<text>"),
        ("<text>#<word>", "<word>#<text>"),
        ("O#<odd>", "O#A"),
        ("O#<odd>", "O#a%23b"),
        ("<text>-<word>", "A-B-C"),
        ("A-<delta>", "A--7"),
        ("A-<delta>", "A-<small>"),
        ("A-<delta>", "A--<count>"),
        ("A-<count:plain>", "A-<count:w4>"),
        ("N#<count>", "N#0"),
        ("N#<delta>", "N#0"),
        ("<delta>-<count>", "%2D7-7"),
        ("W#<word:lower>", "W#meta"),
        ("W#<word:lower>", "W#%25"),
    ] {
        assert!(overlap_in(TABLE, KeyPart::Partition, a, b), "{a} and {b}");
    }
    assert!(overlap_in(TABLE, KeyPart::Sort, "<at>#<text>", "<word>#META"));
}

#[test]
fn native_keys_overlap_with_any_template() {
    let table = TableSchema { partition_key: text_attribute("text"), ..TABLE };
    assert!(overlap_in(table, KeyPart::Partition, "<text>", "USER#<word>#<count>"));
    assert!(!overlap_in(TABLE, KeyPart::Partition, "<text>", "USER#<word>#<count>"));
}

#[test]
fn raw_text_never_matches_the_delimiter_unless_it_is_the_whole_key() {
    let raw = TableSchema { encoding: Encoding::Raw, ..TABLE };
    assert!(!overlap_in(raw, KeyPart::Partition, "T<text>", "TA#B"));
    assert!(overlap_in(raw, KeyPart::Partition, "<text>", "A#B"));
    for part in [KeyPart::Partition, KeyPart::Sort] {
        assert!(overlap_in(raw, part, "T<text>", "TA%23B"));
        assert!(overlap_in(raw, part, "T#<text>", "T#A B"));
    }
    assert!(overlap_in(TABLE, KeyPart::Partition, "<text>", "A%23B"));
}

#[test]
fn enums_of_many_values_are_treated_as_text() {
    let labels: Vec<&'static str> = (0..300).map(|n| &*format!("v{n}").leak()).collect();
    let part = |template| {
        let fields = [("kind", OneOf(labels.clone().leak()))];
        let entity = Design::new("Item", &fields).key(template, "S").build();
        DeclaredKey::of(entity, 0).expect("a key").partition_part()
    };
    assert!(overlaps(&part("K#<kind>"), &part("K#v7")));
    assert!(!overlaps(&part("K#<kind>"), &part("K#v7#x")));
}

/// Visits every state that both walks can reach together. Slow, but simple.
fn reachable(a: &Part<'_>, b: &Part<'_>) -> bool {
    enum Step {
        Fixed(Bytes, TextPosition),
        Variable(Bytes, TextPosition),
    }
    let steps = |part: &Part<'_>, place: TextPosition| -> (Vec<Step>, bool) {
        let mut open = vec![place];
        let (mut steps, mut ends) = (Vec::new(), false);
        while let Some(place) = open.pop() {
            let place = skip_finished(part, place);
            match piece(part, place) {
                Piece::End => ends = true,
                Piece::Fixed(bytes) => steps.push(Step::Fixed(bytes, place)),
                Piece::Variable(bytes) => {
                    steps.push(Step::Variable(bytes, place));
                    if place.may_end() {
                        open.push(place.next_segment());
                    }
                }
                Piece::Choice(texts) => open.extend((0..texts.len()).map(|text| place.choose(text))),
            }
        }
        (steps, ends)
    };
    let bytes = |step: &Step| match step {
        Step::Fixed(bytes, _) | Step::Variable(bytes, _) => *bytes,
    };
    let after = |part: &Part<'_>, step: &Step, common: Bytes| match step {
        Step::Fixed(_, place) => place.next_byte(),
        Step::Variable(_, place) => after_one_of(part, *place, common),
    };
    let mut seen = HashSet::new();
    let mut open = vec![(TextPosition::START, TextPosition::START)];
    while let Some((p, q)) = open.pop() {
        if !seen.insert((p.parts(), q.parts())) {
            continue;
        }
        let ((from_a, a_ends), (from_b, b_ends)) = (steps(a, p), steps(b, q));
        if a_ends && b_ends {
            return true;
        }
        for x in &from_a {
            for y in &from_b {
                if bytes(x).meets(bytes(y)) {
                    let common = bytes(x).and(bytes(y));
                    open.push((after(a, x, common), after(b, y, common)));
                }
            }
        }
    }
    false
}

fn literal() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["A", "#", "A#", "open", "0", "-", "B-", "%", "#A", "20"])
}

fn placeholder() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "<text>",
        "<word>",
        "<text:raw>",
        "<id>",
        "<count>",
        "<count:w2>",
        "<count:plain>",
        "<delta:plain>",
        "<small>",
        "<small:plain>",
        "<status>",
        "<odd>",
        "<at:year>",
        "<at:month>",
        "<word:upper>",
        "<word:lower>",
    ])
}

fn template() -> impl Strategy<Value = String> {
    let segment = prop_oneof![2 => literal(), 3 => placeholder()];
    prop::collection::vec(segment, 1..6).prop_map(|segments| segments.concat())
}

fn part() -> impl Strategy<Value = KeyPart> {
    prop::sample::select(vec![KeyPart::Partition, KeyPart::Sort])
}

/// Returns every key that the template writes from small sets of values.
fn keys(entity: &'static EntitySchema, template: &Template, part: KeyPart) -> BTreeSet<String> {
    let texts = ["A", "#", "0", "AB-", "A#A", "%", "open", "-", "20", "A%", "é", "Ab", "a7", "-7", "ẞ"];
    let times = [(0, 0), (1_782_137_106, 5)];
    let values = |field: u8, pick: usize| match FIELDS[usize::from(field)].1 {
        Text => KeyValue::Text(texts[pick % texts.len()].into()),
        FixedText(_) => KeyValue::Text(["AAA", "A-0", "200", "ope"][pick % 4].into()),
        Integer { .. } => KeyValue::Integer([0, 7, 20, -1, -7].map(i128::from)[pick % 5].into()),
        OneOf(labels) => KeyValue::Text(labels[pick % labels.len()].into()),
        _ => {
            let (seconds, nanos) = times[pick % times.len()];
            KeyValue::Time(Timestamp { seconds, nanos })
        }
    };
    let mut seed = 1_u64;
    let mut keys = BTreeSet::new();
    for _ in 0..400 {
        let mut picks = [0; FIELDS.len()];
        for pick in &mut picks {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            *pick = (seed >> 33) as usize;
        }
        let value = |field: u8| Some(values(field, picks[usize::from(field)]));
        let mut key = String::new();
        if let Ok(true) = TemplateRef::new(entity, part, template).render(&value, None, &mut key) {
            keys.insert(key);
        }
    }
    keys
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn overlap_matches_an_exhaustive_state_search(a in template(), b in template(), part in part()) {
        let (a, b) = (written(TABLE, a.leak(), part), written(TABLE, b.leak(), part));
        prop_assert_eq!(overlaps(&a, &b), reachable(&a, &b));
        prop_assert_eq!(overlaps(&a, &b), overlaps(&b, &a));
        prop_assert!(overlaps(&a, &a));
    }

    #[test]
    fn templates_that_render_equal_keys_overlap(a in template(), b in template(), part in part()) {
        let (a, b) = (written(TABLE, a.leak(), part), written(TABLE, b.leak(), part));
        let of_a = keys(a.entity, &a.template, part);
        let of_b = keys(b.entity, &b.template, part);
        if let Some(key) = of_a.intersection(&of_b).next() {
            prop_assert!(overlaps(&a, &b), "{} and {} write {key:?}", a.template.source, b.template.source);
        }
        for key in &of_a {
            prop_assert!(may_begin_with(&a, key), "{} writes {key:?}", a.template.source);
            let own: &'static str = key.replace('<', "").leak();
            let literal = written(TABLE, own, part);
            prop_assert!(overlaps(&a, &literal), "{} writes {key:?}", a.template.source);
        }
    }

    #[test]
    fn templates_with_different_literal_beginnings_never_overlap(
        a in "[A-Z]{1,20}", b in "[A-Z]{1,20}", rest in template(), other in template(), part in part()
    ) {
        prop_assume!(!a.starts_with(&b) && !b.starts_with(&a));
        let a = written(TABLE, format!("{a}#{rest}").leak(), part);
        let b = written(TABLE, format!("{b}#{other}").leak(), part);
        prop_assert!(!overlaps(&a, &b));
    }
}
