//! Answers that are found without the types of the fields agree with those that are found with them.

use proptest::{collection::vec, prelude::*, sample::select};

use super::super::{ending, first_refusal, length, plain::is_plain, touching};
use crate::{
    check::samples::{Design, STATUS, U64, text_attribute},
    key::{FieldKind, KeyPart},
    schema::{
        AttributeKind, Bucket, EntitySchema, Field, Form, KeyAttribute, Segment, ShardBy, Sharding, TableSchema,
        Template,
    },
    template::{
        declared_key::{DeclaredKey, Part},
        segment::segment_width,
    },
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
            template: Template { source: "", segments: segments.leak() },
            shard: Some(Sharding { count: 12, first: 0, by: ShardBy::Random, grow: &[] }),
        },
    )
}

/// Of all that a rule looks at, so that some parts are plain.
fn varied_part() -> impl Strategy<Value = Part<'static>> {
    let placeholder = prop_oneof![
        3 => (0..FIELDS.len() as u8, select(vec![Form::Default, Form::Bucket(Bucket::Day), Form::Lower]))
            .prop_map(|(field, form)| Segment::Field { field, form, raw: false }),
        1 => (0..FIELDS.len() as u8).prop_map(|field| Segment::Field { field, form: Form::Default, raw: true }),
        1 => segment(),
    ];
    let separators =
        vec![Segment::Delimiter, Segment::Literal("#A#"), Segment::Literal("+"), Segment::NextAttribute("")];
    let segments = vec((placeholder, select(separators)), 1..4).prop_flat_map(|pairs| {
        let segments: Vec<_> =
            pairs.into_iter().flat_map(|(placeholder, separator)| [placeholder, separator]).collect();
        (Just(segments.clone()), segments.len() - 1..=segments.len())
    });
    let fields = vec((select(KINDS.to_vec()), prop::bool::weighted(0.1)), FIELDS.len());
    let sharding = (select(vec![ShardBy::Random, ShardBy::Hash { fields: &[0], with: None }]), 1..2_000_u32)
        .prop_map(|(by, count)| Sharding { count, first: 0, by, grow: &[] });
    let attributes = (select(vec!["PK", "name", "at"]), select(vec![AttributeKind::S, AttributeKind::N]))
        .prop_map(|(name, kind)| KeyAttribute { kind, ..text_attribute(name) });
    (part(), segments, fields, prop::option::weighted(0.3, sharding), attributes, select(vec![None, Some("GSI1")]))
        .prop_map(|(part, (segments, len), fields, shard, attribute, index)| {
            let typed = part.entity.fields.iter().zip(fields);
            let fields: Vec<_> = typed.map(|(field, (kind, optional))| Field { kind, optional, ..*field }).collect();
            let entity = Box::leak(Box::new(EntitySchema { fields: fields.leak(), ..*part.entity }));
            let template = Template { source: "", segments: &segments.leak()[..len] };
            Part { entity, template, shard, attribute, index, ..part }
        })
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
            segment if segment_width(part.entity, *segment, part.part, part.shard).is_none() => {
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
    #![proptest_config(ProptestConfig::with_cases(2_000))]

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
