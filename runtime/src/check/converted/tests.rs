use expect_test::expect;

use super::*;
use crate::check::samples::{Design, message_text};

const FIELDS: [(&str, FieldKind); 3] =
    [("id", FieldKind::Text), ("at", FieldKind::Time), ("n", FieldKind::Integer { digits: 10, signed: false })];

fn of_sort_key(sort: &'static str, field: usize, precision: Precision) -> String {
    message_text(refusal(Design::new("User", &FIELDS).key("USER#<id>", sort).build(), field, precision))
}

#[test]
fn conversions_of_key_text_are_rejected() {
    expect![[r#"
        KW020: keys contain `id` of `User` as in the struct, but this function can store another text: an item that is read would have another key
          fix   drop the function, and normalize the text before it is stored
          or    use a type of your own that contains only normalized text, with its `Serialize`, `Deserialize` and `KeyField`"#]].assert_eq(&of_sort_key("<at>#<n>", 0, Precision::Unknown));
    for field in [2, 3] {
        assert_eq!(of_sort_key("<at>#<n>", field, Precision::Unknown), "");
    }
}

#[test]
fn times_stored_less_precisely_than_in_keys_are_rejected() {
    expect![[r#"
        KW020: keys contain `at` of `User` to the nanosecond, but this function stores milliseconds: an item that is read would have another key
          fix   write it in keys as precisely as it is stored, as in `<at:ms>`
          or    drop the function: without it, a time is stored in full"#]].assert_eq(&of_sort_key("<at>", 1, Precision::Millis));
    assert!(of_sort_key("<at>", 1, Precision::Unknown).contains("this function stores perhaps less"));
    assert!(of_sort_key("<at:ms>", 1, Precision::Seconds).contains("to the millisecond"));
    assert!(of_sort_key("<at:us>", 1, Precision::Millis).contains("to the microsecond"));
    for (sort, precision) in [
        ("<at>", Precision::Whole),
        ("<at:us>", Precision::Micros),
        ("<at:ms>", Precision::Micros),
        ("<at:ms>", Precision::Millis),
        ("<at:ms>", Precision::Unknown),
        ("<at:s>", Precision::Seconds),
        ("<at:epoch_ms>", Precision::Millis),
        ("<at:day>", Precision::Seconds),
    ] {
        assert_eq!(of_sort_key(sort, 1, precision), "", "{sort} {precision:?}");
    }
}

#[test]
fn a_hash_of_a_time_needs_all_its_digits() {
    let design = Design::new("User", &FIELDS).key("USER#<id>", "<at:ms>").hash(&[1], 4).build();
    expect![[r#"
        KW020: a shard is a hash of `at` of `User` to the nanosecond, but this function stores milliseconds: an item that is read would have another key
          fix   hash other fields, such as those of the sort key
          or    drop the function: without it, a time is stored in full"#]].assert_eq(&message_text(refusal(design, 1, Precision::Millis)));
    assert_eq!(message_text(refusal(design, 1, Precision::Whole)), "");
}
