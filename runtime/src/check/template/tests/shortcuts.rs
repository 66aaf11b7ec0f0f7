//! Answers that are found without the types of the fields agree with those that are found with them.

use proptest::{collection::vec, prelude::*, sample::select};

use super::super::{ending, length, touching};
use crate::{
    check::samples::{Design, STATUS, U64, text_attribute},
    key::{FieldKind, KeyPart},
    schema::{Bucket, Form, Segment, ShardBy, Sharding, TableSchema, Template},
    template::{declared_key::Part, segment::segment_width},
};

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
    fn a_key_has_at_most_the_bytes_of_its_longest(part in part()) {
        prop_assert!(length::fewest_bytes(&part) <= length::most_bytes(part.template.segments));
    }
}
