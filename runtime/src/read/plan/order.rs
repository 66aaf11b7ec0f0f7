//! Checks that a range has sort keys in the order of the field's values.

use super::resolve::Design;
use crate::{
    Error, ErrorKind, Result,
    key::{KeyPart, disorder, is_native_template, range::ValueRange},
    read::spec::QuerySpec,
    schema::{Segment, Template},
};

/// Rejects a range of a field whose values are not ordered in the sort key.
pub(super) fn check(design: &Design, spec: &QuerySpec) -> Result<()> {
    let (Some((next, _)), Some(template)) = (design.next, design.sort) else { return Ok(()) };
    if spec.range == ValueRange::ALL || is_native(design, next, template) {
        return Ok(());
    }
    let of_next = |segment: &Segment| matches!(segment, Segment::Field { field, .. } if *field == next);
    let found = template.segments.iter().position(of_next).and_then(|at| disorder(design.entity, template, at));
    let Some(disorder) = found else { return Ok(()) };
    let name = design.entity.fields.get(usize::from(next)).map_or("", |field| field.name);
    let message = format!("KW012: a range of `{name}` cannot be queried: {}", disorder.reason());
    Err(Error::new(ErrorKind::InvalidArgument, message).at_key(template.source))
}

/// Whether the attribute that contains the field is the field itself.
fn is_native(design: &Design, next: u8, template: &Template) -> bool {
    (0..template.attributes()).any(|place| match template.attribute(place) {
        Some(own) if matches!(own.segments, [Segment::Field { field, .. }] if *field == next) => {
            is_native_template(design.entity, design.key, KeyPart::Sort, place, &own)
        }
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use std::ops::Bound::{Excluded, Included, Unbounded};

    use crate::{
        check::samples::{Design, TABLE, U64},
        key::{FieldKind, ItemKey, KeyScalar, KeyValue, Timestamp, item_key, range::ValueRange},
        read::{plan::Plan, spec::QuerySpec},
        schema::{AttributeKind, Encoding, EntitySchema, KeyAttribute, TableSchema},
    };

    const FIELDS: &[(&str, FieldKind)] = &[
        ("brand", FieldKind::Text),
        ("name", FieldKind::Text),
        ("count", U64),
        ("at", FieldKind::Time),
        ("status", FieldKind::OneOf(&["low", "lower"])),
    ];
    const NOW: Timestamp = Timestamp { seconds: 0, nanos: 0 };

    fn entity(sort: &'static str) -> &'static EntitySchema {
        Design::new("Item", FIELDS).key("B#<brand>", sort).build()
    }

    fn plan(entity: &'static EntitySchema, range: ValueRange) -> crate::Result<Plan> {
        let mut spec = QuerySpec::new();
        spec.partition.push((0, text("abc")));
        spec.range = range;
        Plan::new(entity, 0, &spec, NOW)
    }

    fn text(text: &str) -> KeyValue<'static> {
        KeyValue::Text(text.to_owned().into())
    }

    fn texts(from: &str, until: &str) -> ValueRange {
        ValueRange { lower: Included(text(from)), upper: Excluded(text(until)) }
    }

    fn numbers() -> ValueRange {
        ValueRange { lower: Included(KeyValue::Integer(9_u64.into())), upper: Unbounded }
    }

    #[track_caller]
    fn refused(entity: &'static EntitySchema, range: ValueRange) -> String {
        plan(entity, range).unwrap_err().to_string()
    }

    #[test]
    fn ranges_of_plain_numbers_are_rejected() {
        assert_eq!(
            refused(entity("N#<count:plain>#<name>"), numbers()),
            "query, `Item`, key N#<count:plain>#<name>: KW012: a range of `count` cannot be queried: the key contains \
             it in plain decimal, where `10` sorts before `9`; write it without `plain`, or as `w8`"
        );
        assert!(plan(entity("N#<count:plain>"), ValueRange::ALL).is_ok());
        for ordered in ["N#<count>", "N#<count:w8>"] {
            assert!(plan(entity(ordered), numbers()).is_ok(), "{ordered}");
        }
    }

    #[test]
    fn native_number_keys_have_ranges_in_any_form() {
        let sort_key = Some(KeyAttribute { name: "count", kind: AttributeKind::N });
        let design = Design::in_table("Item", TableSchema { sort_key, ..TABLE }, FIELDS);
        assert!(plan(design.key("B#<brand>", "<count:plain>").build(), numbers()).is_ok());
    }

    #[test]
    fn ranges_of_text_before_a_late_sorting_byte_are_rejected() {
        let of_table = |delimiter, encoding, sort| {
            let table = TableSchema { delimiter, encoding, ..TABLE };
            Design::in_table("Item", table, FIELDS).key("B|<brand>", sort).build()
        };
        let error = refused(of_table(b'|', Encoding::Raw, "<name>|<at>"), texts("Ann", "Bob"));
        assert!(error.contains("KW012: a range of `name` cannot be queried: the key contains it unescaped"), "{error}");
        assert!(refused(entity("<name:raw>|<at>"), texts("Ann", "Bob")).contains("KW012: "));
        // A user's type can be ordered and have few values.
        let error = refused(of_table(b'|', Encoding::Escaped, "<status>"), texts("low", "m"));
        assert!(error.contains("the delimiter is escaped in it"), "{error}");
        assert!(refused(entity("<status>|<at>"), texts("low", "m")).contains("the byte that follows it"));
        assert!(refused(entity("<name:raw>$<at>"), texts("Ann", "Bob")).contains("contains it unescaped"));
        for ordered in ["<name>", "<name:raw>", "<name>#<at>"] {
            assert!(plan(entity(ordered), texts("Ann", "Bob")).is_ok(), "{ordered}");
        }
        assert!(plan(of_table(b'|', Encoding::Raw, "A|<name>"), texts("Ann", "Bob")).is_ok());
    }

    /// Returns the items of a list whose keys are in the plan's interval and whose fields it accepts.
    fn answer(
        entity: &'static EntitySchema,
        field: u8,
        range: ValueRange,
        values: &[KeyValue<'static>],
    ) -> Vec<KeyValue<'static>> {
        let plan = plan(entity, range).unwrap();
        let is_held = |value: &&KeyValue<'static>| {
            let of = |other: u8| Some(if other == field { (*value).clone() } else { text("abc") });
            let ItemKey { partition, sort } = item_key(entity, 0, &of, None).unwrap().unwrap();
            let sort: KeyScalar = sort.unwrap();
            let asked = plan.lanes().any(|lane| lane.partition == partition && lane.interval.contains(&sort));
            asked && plan.accepts(&of)
        };
        values.iter().filter(is_held).cloned().collect()
    }

    #[test]
    fn ranges_of_folded_text_compare_folded_values() {
        let names = ["ANN", "Ann", "ann lee", "bob", "Bob", "Zed", "zed", "éva", "ÉVA"].map(text);
        let lower = answer(entity("<name:lower>#X"), 1, texts("Ann", "BOB"), &names);
        assert_eq!(lower, ["ANN", "Ann", "ann lee"].map(text));
        let upper = answer(entity("<name:upper>"), 1, texts("bob", "é"), &names);
        assert_eq!(upper, ["bob", "Bob", "Zed", "zed"].map(text));
    }

    #[test]
    fn ranges_over_week_buckets_are_exact_to_the_field() {
        let day = |day: i64| KeyValue::Time(Timestamp { seconds: 1_782_086_400 + day * 86_400, nanos: 0 });
        let days: Vec<_> = (-200..400).map(day).collect();
        for sort in ["<at:week>#<name>", "W#<at:week>"] {
            for (from, until) in [(2, 9), (0, 7), (-1, 0), (-190, 390), (189, 196)] {
                let range = ValueRange { lower: Included(day(from)), upper: Excluded(day(until)) };
                let expected: Vec<_> = (from..until).map(day).collect();
                assert_eq!(answer(entity(sort), 3, range, &days), expected, "{sort} {from}..{until}");
                let range = ValueRange { lower: Excluded(day(from)), upper: Included(day(until)) };
                let expected: Vec<_> = (from + 1..=until).map(day).collect();
                assert_eq!(answer(entity(sort), 3, range, &days), expected, "{sort} {from}..={until}");
            }
        }
    }
}
