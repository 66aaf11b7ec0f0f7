use super::*;
use crate::{
    check::samples::{Design, TABLE, text_attribute},
    key::FieldKind::{Text, Time},
    projection::Recover,
    schema::{KeyAttributes, TableSchema},
};

const RECOVERED: Recover = Some(|_| None);

fn design() -> Design {
    indexed(of_table())
}

fn of_table() -> Design {
    Design::new("Threat", &[("brand", Text), ("at", Time), ("id", Text), ("a", Text), ("c", Text)])
        .key("THREAT#<brand>#<at:month>", "<id>")
}

fn indexed(of_table: Design) -> Design {
    of_table.index("GSI1", "B#<brand>", "<at>").index("GSI2", "B#<brand>", "<at:day>").index("GSI3", "C#<c:lower>", "")
}

fn held_at(design: &Design, key: usize, name: &'static str, recover: Recover) -> bool {
    holds_all(design.clone().build(), key, &[ProjectedField { name, read_as: name, recover }])
}

/// Returns the positions of the keys that contain a field.
fn keys_of(design: &Design, name: &'static str) -> Vec<usize> {
    (0..design.clone().build().keys.len()).filter(|key| held_at(design, *key, name, RECOVERED)).collect()
}

#[test]
fn the_table_and_an_index_with_all_attributes_hold_every_field() {
    for name in ["brand", "at", "id", "a", "c"] {
        assert!(held_at(&design(), 0, name, None) && held_at(&design(), 1, name, None), "{name}");
    }
}

#[test]
fn an_index_holds_included_fields_and_complete_key_fields() {
    assert_eq!(keys_of(&design(), "brand"), [0, 1, 2, 3], "the table's key holds it whole");
    assert_eq!(keys_of(&design(), "id"), [0, 1, 2, 3]);
    assert_eq!(keys_of(&design(), "at"), [0, 1], "a month and a day are not the time");
    assert_eq!(keys_of(&design(), "a"), [0, 1, 3], "GSI3 includes it");
    assert_eq!(keys_of(&design(), "c"), [0, 1], "its letters are folded");
}

#[test]
fn types_not_readable_from_keys_must_be_projected() {
    assert!(!held_at(&design(), 2, "id", None));
    assert!(!held_at(&design(), 3, "id", None));
    assert!(held_at(&design(), 3, "a", None));
}

#[test]
fn legacy_partition_keys_may_hold_fewer_fields() {
    let older = indexed(of_table().legacy("THREATS#<at:month>"));
    assert_eq!(keys_of(&older, "id"), [0, 1, 2, 3], "all have the sort key");
    assert_eq!(keys_of(&older, "brand"), [0, 1, 2], "GSI2's own key holds it");
}

#[test]
fn native_key_fields_are_held_with_their_attribute() {
    let mut by_day = TABLE.indexes[0];
    (by_day.partition_key, by_day.sort_key) =
        (KeyAttributes::one(text_attribute("brand")), Some(KeyAttributes::one(text_attribute("day"))));
    let mut both = by_day;
    (both.name, both.partition_key, both.sort_key) = ("GSI2", KeyAttributes::one(text_attribute("X")), None);
    both.projection = IndexProjection::Include(&["brand", "day"]);
    let mut one = both;
    (one.name, one.projection) = ("GSI3", IndexProjection::Include(&["day"]));
    let table = TableSchema { indexes: vec![by_day, both, one].leak(), ..TABLE };
    let design = Design::in_table("Threat", table, &[("brand", Text), ("day", Text), ("id", Text)])
        .key("THREAT#<id>", "T")
        .index("GSI1", "<brand>", "<day>")
        .index("GSI2", "X#<id>", "")
        .index("GSI3", "Y#<id>", "");
    assert_eq!(keys_of(&design, "day"), [0, 1, 2, 3]);
    assert_eq!(keys_of(&design, "brand"), [0, 1, 2]);
}
