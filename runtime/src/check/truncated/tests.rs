use super::*;
use crate::{
    check::samples::{Design, said},
    key::FieldKind,
};

const FIELDS: [(&str, FieldKind); 4] =
    [("PK", FieldKind::Text), ("SK", FieldKind::Time), ("at", FieldKind::Time), ("note", FieldKind::Text)];

fn of_sort_key(sort: &'static str, field: usize) -> String {
    said(refusal(Design::new("Reading", &FIELDS).key("<PK>", sort).build(), field))
}

#[test]
fn a_key_that_is_the_field_may_cut_it_off() {
    for sort in ["<SK:s>", "<SK:ms>", "<SK:us>"] {
        assert_eq!(of_sort_key(sort, 1), "", "{sort}");
    }
}

#[test]
fn where_nothing_is_cut_off_the_word_is_refused() {
    assert!(of_sort_key("<SK>", 1).contains("its key holds all of it"));
    assert!(of_sort_key("<SK:ms>", 0).contains("is no time in a key"));
    assert!(of_sort_key("X#<at:ms>", 2).contains("is not the attribute of a key itself"));
}

#[test]
fn nothing_else_follows_from_the_part_that_is_cut_off() {
    let with = |partition| Design::new("Reading", &FIELDS).key("<PK>", "<SK:ms>").index("GSI1", partition, "<at>");
    assert_eq!(said(refusal(with("DAY#<SK:day>").build(), 1)), "");
    assert_eq!(said(refusal(with("S#<SK:s>").build(), 1)), "");
    assert!(said(refusal(with("N#<SK>").build(), 1)).contains("what is read would have another one"));
    assert!(said(refusal(with("N#<SK:us>").build(), 1)).contains("what is read would have another one"));
}
