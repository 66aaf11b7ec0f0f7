use expect_test::expect;

use super::*;
use crate::{
    check::samples::{Design, U64, message_text},
    schema::Field,
};

fn message_of(purpose: Purpose, kind: FieldKind) -> String {
    let design = Design::new("Session", &[("id", FieldKind::Text), ("at", kind)]).key("SESSION#<id>", "SESSION");
    let fields = [Field::new("id", "id", ""), Field::new("at", "at", "").timed(purpose, false)];
    let fields = Box::leak(Box::new(fields));
    message_text(refusal(design.with(|entity| entity.fields = fields).build(), 1, kind))
}

#[test]
fn times_and_epoch_seconds_are_accepted() {
    for purpose in [Purpose::Created, Purpose::Updated, Purpose::Ttl] {
        assert_eq!(message_of(purpose, FieldKind::Time), "");
    }
    assert_eq!(message_of(Purpose::Ttl, U64), "");
    assert_eq!(message_of(Purpose::Ttl, FieldKind::Integer { digits: 10, signed: true }), "");
}

#[test]
fn other_types_are_rejected_with_a_fix() {
    expect![[r#"
        KW020: field `at` of `Session` is `ttl`, and its type is too small for the seconds since 1970
          fix   a time, as `DateTime<Utc>`, or an `Option` of one
          or    an integer of seconds since 1970, as `u64`"#]]
    .assert_eq(&message_of(Purpose::Ttl, FieldKind::Integer { digits: 5, signed: false }));
    expect![[r#"
        KW020: field `at` of `Session` is `updated`, and its type is not a time
          fix   a time, as `DateTime<Utc>`, or an `Option` of one"#]]
    .assert_eq(&message_of(Purpose::Updated, U64));
    assert!(message_of(Purpose::Created, FieldKind::Text).contains("`created`, and its type is not a time"));
    let civil = message_of(Purpose::Created, FieldKind::CivilTime);
    assert!(civil.contains("`created`, and its type is a time without a time zone"), "{civil}");
}
