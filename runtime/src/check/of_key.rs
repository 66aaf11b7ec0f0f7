//! All rules of one key. They are evaluated in one constant of an expansion, which can report only the first rule that
//! fails. So the message of that rule contains those of the others.

use super::{growth, hot, readers, template, text::Text};
use crate::{
    key::KeyPart,
    schema::{EntitySchema, same},
    template::declared_key::DeclaredKey,
};

/// Appends the messages of the key's other rules that fail to that of the first one.
pub(super) const fn with_others(first: Text, entity: &EntitySchema, place: usize) -> Text {
    let mut all = first;
    let Some(declared) = DeclaredKey::of(entity, place) else { return all };
    macro_rules! and {
        ($refusal:expr) => {
            if let Some(other) = $refusal
                && !same(other.as_str(), first.as_str())
            {
                all.line("and").append(&other);
            }
        };
    }
    macro_rules! and_templates {
        ($part:expr) => {
            let mut attribute = 0;
            while let Some(part) = declared.attribute_part($part, attribute) {
                and!(template::refusal(&part));
                attribute += 1;
            }
        };
    }
    if declared.key.local {
        and_templates!(KeyPart::Sort);
        return all;
    }
    and_templates!(KeyPart::Partition);
    and_templates!(KeyPart::Sort);
    let mut older = 0;
    while older < declared.key.legacy.len() {
        let legacy = &declared.key.legacy[older];
        and!(template::refusal(&declared.legacy_part(legacy)));
        if legacy.since.is_some() {
            and!(growth::legacy_since_refusal(entity, place, older));
        }
        if legacy.until.is_some() {
            and!(growth::until_refusal(entity, place));
        }
        older += 1;
    }
    if declared.key.since.is_some() {
        and!(growth::since_refusal(entity, place));
    }
    if matches!(declared.key.shard, Some(sharding) if !sharding.grow.is_empty()) {
        and!(growth::grow_refusal(entity, place));
    }
    and!(hot::refusal(entity, place));
    and!(readers::refusal(entity, place));
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        check::samples::{Design, message_text},
        key::FieldKind::{Text, Time},
    };

    /// Returns the message of a key's partition template, followed by those of the key's other rules.
    fn message(entity: &'static EntitySchema) -> String {
        let part = DeclaredKey::of(entity, 0).expect("the key").partition_part();
        let first = template::refusal(&part).expect("a refusal");
        message_text(Some(with_others(first, entity, 0)))
    }

    #[test]
    fn all_rules_of_a_key_that_fail_are_in_one_message() {
        let design = || Design::new("Log", &[("a", Text), ("b", Text), ("at", Time)]);
        let codes = |entity| {
            let text = message(entity);
            text.split("KW").skip(1).map(|rest| rest[..3].to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(codes(design().key("LOG#<a><b>", "<at>").build()), ["007"]);
        assert_eq!(codes(design().key("LOG#<a><b>", "<a><b>").build()), ["007", "007"]);
        assert_eq!(codes(design().key("LOG#<a><b>", "<b:w8>").build()), ["007", "008"]);
    }
}
