use super::*;
use crate::{
    check::samples::Design,
    key::FieldKind::{Integer, Text},
    schema::Field,
};

/// Builds an entity with these keys, in which `name` and `pin` are sensitive.
fn entity(design: impl FnOnce(Design) -> Design) -> &'static EntitySchema {
    let number = Integer { digits: 10, signed: false };
    let design = design(Design::new("Item", &[("id", Text), ("name", Text), ("pin", number)]));
    let secret = |field: &Field| if field.name == "id" { *field } else { field.sensitive() };
    let entity = design.build();
    let fields: Vec<_> = entity.fields.iter().map(secret).collect();
    Box::leak(Box::new(EntitySchema { fields: Box::leak(fields.into()), ..*entity }))
}

fn text(text: &str) -> KeyScalar {
    KeyScalar::S(text.to_owned())
}

fn shown_of(entity: &'static EntitySchema, partition: &str, sort: &str) -> String {
    shown_key(entity, 0, &ItemKey { partition: text(partition), sort: Some(text(sort)) })
}

#[test]
fn only_sensitive_parts_of_a_key_are_redacted() {
    let entity = entity(|design| design.key("ITEM#<id>#<name>", "PIN#<pin>#<id>"));
    assert_eq!(shown_of(entity, "ITEM#7#ann", "PIN#0000001234#7"), "ITEM#7#<redacted> / PIN#<redacted>#7");
    // This holds for any value, including escapes.
    assert_eq!(shown_of(entity, "ITEM#7#a%23b%25", "PIN#0000000000#%21"), "ITEM#7#<redacted> / PIN#<redacted>#%21");
}

#[test]
fn keys_that_do_not_match_the_template_are_redacted() {
    let entity = entity(|design| design.key("ITEM#<id>#<name>", "PIN#<pin>#<id>"));
    for (partition, sort) in [
        ("OTHER#7#ann", "PIN#0000001234#7"),
        ("ITEM#7", "PIN#12#7"),
        ("ITEM#7#ann#more", "1234"),
        ("", "PIN#0000001234#7#"),
    ] {
        let shown = shown_of(entity, partition, sort);
        assert!(!shown.contains("ann") && !shown.contains("12#"), "{shown}");
        assert!(shown.contains(REDACTED), "{shown}");
    }
    assert_eq!(shown_partition(entity, 0, &KeyScalar::N("1234".into())), REDACTED);
}

#[test]
fn keys_without_sensitive_fields_are_shown() {
    let entity = entity(|design| design.key("ITEM#<id>", "ITEM"));
    assert_eq!(shown_of(entity, "ann#7", "x"), "ann#7 / x");
    assert_eq!(shown_partition(entity, 0, &KeyScalar::B(vec![0xAB])), "ab");
}
