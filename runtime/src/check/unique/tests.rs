use expect_test::expect;

use super::*;
use crate::{
    check::samples::{Design, TABLE, message_text, text_attribute},
    key::FieldKind::Text as TextKind,
    schema::{Field, KeyAttribute, TableSchema},
};

const NUMBER: KeyAttribute = KeyAttribute { name: "n", kind: AttributeKind::N };

fn design(table: TableSchema, partition: &'static str, sort: &'static str) -> Design {
    let fields = [("device", TextKind), ("ts", TextKind), ("id", TextKind)];
    Design::in_table("Sample", table, &fields).key(partition, sort)
}

/// Returns the message for a design in a list with a user. With `is_unique`, the mail of the user is unique.
fn message_with_user(sample: Design, is_unique: bool) -> String {
    let fields = [("id", TextKind), ("mail", TextKind)];
    let mut user = Design::new("User", &fields).key("USER#<id>", "PROFILE");
    if is_unique {
        let [id, mail] = fields.map(|(name, kind)| Field::new(name, name, "").in_keys(kind, false));
        user.entity.fields = Box::leak(Box::new([id, mail.unique_within(&[])]));
    }
    message_text(reserved_refusal(&[user.build(), sample.build()], 1))
}

fn native() -> TableSchema {
    TableSchema { partition_key: text_attribute("device"), sort_key: Some(text_attribute("ts")), ..TABLE }
}

#[test]
fn keys_that_can_begin_like_a_sentinel_are_rejected() {
    expect![[r#"
        KW011: `Sample` can write the keys of sentinels
          key   %UNIQUE#<id>  <ts>
          note  keys that begin with "%UNIQUE" are those of `unique` fields
          fix   another word at its beginning"#]]
    .assert_eq(&message_with_user(design(TABLE, "%UNIQUE#<id>", "<ts>"), false));
    for (partition, is_refused) in
        [("%<id>", true), ("%UNIQUELY#<id>", true), ("%", false), ("%UNIT#<id>", false), ("<id>#<ts>", false)]
    {
        let message_text = message_with_user(design(TABLE, partition, "<ts>"), true);
        assert_eq!(!message_text.is_empty(), is_refused, "{partition}: {message_text}");
    }
}

#[test]
fn unescaped_native_keys_can_collide_with_sentinels() {
    expect![[r#"
        KW011: `Sample` can write the keys of the sentinels of `User`
          key   <device>  <ts>
          note  a field that is the key itself is not escaped, and can contain "%UNIQUE"
          fix   begin one of its keys with a word: then it is escaped
          or    drop `unique` on `User`"#]]
    .assert_eq(&message_with_user(design(native(), "<device>", "<ts>"), true));
    assert_eq!(message_with_user(design(native(), "<device>", "<ts>"), false), "");
    assert_eq!(message_with_user(design(native(), "<device>", "SAMPLE#<ts>"), true), "");
    assert_eq!(message_with_user(design(native(), "D#<device>", "<ts>"), true), "");
    let lone = TableSchema { sort_key: None, ..native() };
    assert!(message_with_user(design(lone, "<device>", ""), true).contains("the sentinels of `User`"));
    let beside_a_number = TableSchema { sort_key: Some(NUMBER), ..native() };
    assert!(message_with_user(design(beside_a_number, "<device>", "<id>"), true).contains("the sentinels of `User`"));
}

#[test]
fn the_discriminator_of_sentinels_is_reserved() {
    let mut sample = design(TABLE, "S#<id>", "<ts>");
    sample.entity.discriminator = SENTINEL;
    expect![[r#"
        KW011: `Sample` has the discriminator of sentinels: "%UNIQUE"
          fix   another name: #[entity(name = "..")]"#]]
    .assert_eq(&message_with_user(sample, false));
}

#[test]
fn unique_fields_need_a_text_partition_key() {
    let table = TableSchema { partition_key: NUMBER, ..TABLE };
    let entity = design(table, "<id>", "<ts>").build();
    expect![[r#"
        KW020: field `ts` of `Sample` is unique, and the partition key `n` of `Platform` is not text: it cannot contain the sentinels
          fix   drop `unique`, or store the entity in a table whose partition key is of type S"#]]
    .assert_eq(&message_text(refusal(entity, 1)));
    assert_eq!(message_text(refusal(design(TABLE, "<id>", "<ts>").build(), 1)), "");
}
