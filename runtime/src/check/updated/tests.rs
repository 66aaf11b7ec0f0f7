use super::*;
use crate::{
    check::samples::{Design, message_text},
    key::FieldKind,
};

const FIELDS: [(&str, FieldKind); 4] =
    [("id", FieldKind::Text), ("state", FieldKind::Text), ("changed", FieldKind::Time), ("GSI1PK", FieldKind::Text)];

fn of_index(partition: &'static str, sort: &'static str) -> String {
    let design = Design::new("Job", &FIELDS).key("JOB#<id>", "JOB").index("GSI1", partition, sort);
    message_text(refusal(design.build(), 2))
}

#[test]
fn an_updated_time_may_be_a_key_part_or_join_table_key_fields() {
    for (partition, sort) in
        [("STATE#<state>", "<changed>"), ("STATE#<state>", "<changed>#<id>"), ("<GSI1PK>", "<changed>"), ("A", "B")]
    {
        assert_eq!(of_index(partition, sort), "", "{partition} {sort}");
    }
}

#[test]
fn other_fields_in_the_key_part_of_an_updated_time_are_rejected() {
    let message_text = of_index("STATE#<state>#<changed:day>", "<changed>");
    assert!(message_text.starts_with("KW017: index GSI1: `changed` of `Job` is `updated`"), "{message_text}");
    assert!(message_text.contains("on `state`: each update would have to set `state` too"), "{message_text}");
    assert!(message_text.contains("leave the time out of `pk` and use it alone"), "{message_text}");
    let in_sort_key = of_index("ALL", "<state>#<changed>");
    assert!(in_sort_key.contains("depends on it and on `state`"), "{in_sort_key}");
    assert!(in_sort_key.contains("use the time alone as a part of the key"), "{in_sort_key}");
}

#[test]
fn an_option_in_the_key_must_be_required_first() {
    let design = Design::new("Job", &FIELDS).key("JOB#<id>", "JOB").index("GSI1", "STATE#<state>#<id>", "<changed>");
    let one = message_text(refusal(design.clone().optional("state").build(), 2));
    assert!(one.contains("fix   make `state` required, and use the time alone"), "{one}");
    let two = message_text(refusal(design.optional("state").optional("id").build(), 2));
    assert!(two.contains("` and `") && two.contains("` required, and use the time alone"), "{two}");
}
