//! Exempt keys, to which no rule applies.

use proptest::{prelude::*, sample::select};

use super::*;
use crate::{check::samples::text_attribute, schema::LocalIndexSchema};

const PARTITIONS: [&str; 8] =
    ["EVENT", "E#<id>", "E#<status>", "E#<at:day>", "E#<at>", "E#<on>#<level>", "E#<level>#<id>", "E#<done>#<at:s>"];

const LOCAL: &[LocalIndexSchema] = &[LocalIndexSchema {
    name: "LSI1",
    sort_key: text_attribute("LSI1SK"),
    projection: crate::schema::IndexProjection::All,
}];

fn entities() -> impl Strategy<Value = &'static EntitySchema> {
    let policies = vec![UndeclaredPeak::Warn, UndeclaredPeak::Allow, UndeclaredPeak::Deny];
    let partitions = select(PARTITIONS.to_vec());
    (partitions.clone(), partitions, select(policies), any::<[bool; 4]>()).prop_map(
        |(of_table, of_index, undeclared_peak, [is_local, has_peak, has_own_peak, is_sharded])| {
            let local_indexes = if is_local { LOCAL } else { &[] };
            let byte = FieldKind::Integer { digits: 3, signed: false };
            let fields = [
                ("id", STRING),
                ("status", STATUS),
                ("at", Time),
                ("on", FieldKind::Date),
                ("level", byte),
                ("done", FLAG),
            ];
            let table = TableSchema { undeclared_peak, local_indexes, ..TABLE };
            let mut design = Design::in_table("Event", table, &fields).key(of_table, "<id>");
            design = if has_peak { design.peak(5_000, 700) } else { design };
            design = design.index("GSI1", of_index, "<id>");
            design = if has_own_peak { design.own_peak(5_000, 700) } else { design };
            if is_sharded { design.random(4) } else { design }.build()
        },
    )
}

proptest! {
    #[test]
    fn no_rule_applies_to_an_exempt_key(entity in entities(), key in 0..2_usize) {
        if is_exempt(entity, key) {
            prop_assert!(message::refusal(entity, key).is_none());
            prop_assert!(unsplit::refusal(entity, key).is_none());
            prop_assert_eq!(of_judged(entity, key), Warnings::NONE);
        }
    }
}

#[test]
fn keys_of_many_values_are_exempt_without_a_peak() {
    let entity = event().key("E#<id>", "<at>").index("GSI1", "E#<status>", "<at>").build();
    assert_eq!([is_exempt(entity, 0), is_exempt(entity, 1)], [true, false]);
    assert!(!is_exempt(event().key("E#<id>", "<at>").peak(10, 700).build(), 0));
}
