use super::*;
use crate::{
    check::samples::{Design, message_text},
    key::FieldKind,
};

const FIELDS: [(&str, FieldKind); 4] =
    [("PK", FieldKind::Text), ("SK", FieldKind::Time), ("at", FieldKind::Time), ("note", FieldKind::Text)];

fn of_sort_key(sort: &'static str, field: usize) -> String {
    message_text(refusal(Design::new("Reading", &FIELDS).key("<PK>", sort).build(), field))
}

#[test]
fn a_native_key_may_truncate_its_field() {
    for sort in ["<SK:s>", "<SK:ms>", "<SK:us>"] {
        assert_eq!(of_sort_key(sort, 1), "", "{sort}");
    }
}

#[test]
fn truncated_is_rejected_where_nothing_is_truncated() {
    assert!(of_sort_key("<SK>", 1).contains("its key contains all of it"));
    assert!(of_sort_key("<SK:ms>", 0).contains("is not a time in a key"));
    assert!(of_sort_key("X#<at:ms>", 2).contains("is not itself a key attribute"));
}

#[test]
fn index_keys_may_not_use_the_truncated_digits() {
    let with = |partition| Design::new("Reading", &FIELDS).key("<PK>", "<SK:ms>").index("GSI1", partition, "<at>");
    assert_eq!(message_text(refusal(with("DAY#<SK:day>").build(), 1)), "");
    assert_eq!(message_text(refusal(with("S#<SK:s>").build(), 1)), "");
    assert!(message_text(refusal(with("N#<SK>").build(), 1)).contains("that is read would have another one"));
    assert!(message_text(refusal(with("N#<SK:us>").build(), 1)).contains("that is read would have another one"));
}
