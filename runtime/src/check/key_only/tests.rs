use expect_test::expect;

use super::*;
use crate::{
    check::samples::{Design, message_text},
    key::FieldKind,
};

const FIELDS: [(&str, FieldKind); 4] =
    [("id", FieldKind::Text), ("at", FieldKind::Time), ("note", FieldKind::Text), ("GSI1PK", FieldKind::Text)];

fn of_key(partition: &'static str, sort: &'static str, field: usize) -> String {
    message_text(refusal(Design::new("Visit", &FIELDS).key(partition, sort).build(), field))
}

#[test]
fn a_key_only_field_must_be_complete_in_the_key() {
    for (partition, sort) in [("VISIT#<id>", "<at>"), ("VISIT#<at:day>", "<at>#<id>"), ("V#<id>#<at:ns>", "V")] {
        assert_eq!(of_key(partition, sort, 0), "", "{partition} {sort}");
        assert_eq!(of_key(partition, sort, 1), "", "{partition} {sort}");
    }
}

#[test]
fn a_key_only_field_stored_in_part_is_rejected() {
    expect![[r#"
        KW023: `at` of `Visit` is `key_only`, and the table's key contains only a part of it: a time in a bucket or with fewer digits, or a text in another case
          fix   drop `key_only`: the item's attribute contains all of it
          or    write all of it in the key: `<at>`"#]]
    .assert_eq(&of_key("VISIT#<id>", "<at:day>", 1));
    for sort in ["<at:s>", "<at:ms>", "<at:epoch>"] {
        assert!(!of_key("VISIT#<id>", sort, 1).is_empty(), "{sort}");
    }
    assert!(of_key("VISIT#<id:lower>", "<at>", 0).contains("in another case"));
}

#[test]
fn a_key_only_field_outside_of_the_key_is_rejected() {
    expect![[r#"
        KW023: `note` of `Visit` is `key_only`, and is not part of the table's key, so no item would contain it
          fix   drop `key_only`"#]]
    .assert_eq(&of_key("VISIT#<id>", "<at>", 2));
    let of_index = Design::new("Visit", &FIELDS).key("VISIT#<id>", "<at>").index("GSI1", "NOTE#<note>", "<at>");
    assert!(message_text(refusal(of_index.build(), 2)).contains("is not part of the table's key"));
}
