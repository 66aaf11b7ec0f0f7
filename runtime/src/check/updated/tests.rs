use expect_test::expect;

use super::*;
use crate::{
    check::samples::{Design, said},
    key::FieldKind,
};

const FIELDS: [(&str, FieldKind); 4] =
    [("id", FieldKind::Text), ("state", FieldKind::Text), ("changed", FieldKind::Time), ("GSI1PK", FieldKind::Text)];

fn of_index(partition: &'static str, sort: &'static str) -> String {
    let design = Design::new("Job", &FIELDS).key("JOB#<id>", "JOB").index("GSI1", partition, sort);
    said(refusal(design.build(), 2))
}

#[test]
fn the_time_may_fill_a_part_of_the_key_or_stand_beside_the_tables_fields() {
    for (partition, sort) in
        [("STATE#<state>", "<changed>"), ("STATE#<state>", "<changed>#<id>"), ("<GSI1PK>", "<changed>"), ("A", "B")]
    {
        assert_eq!(of_index(partition, sort), "", "{partition} {sort}");
    }
}

#[test]
fn another_field_in_its_part_is_not_known() {
    expect![[r#""#]].assert_eq(&of_index("STATE#<state>#<changed:day>", "<changed>"));
    assert!(of_index("ALL", "<state>#<changed>").contains("follows from it and from `state`"));
}
