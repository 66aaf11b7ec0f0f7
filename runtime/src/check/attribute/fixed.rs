//! Attributes with a constant text: constants, and serde's tag.

use crate::{
    check::text::Text,
    key::KeyPart,
    schema::{EntitySchema, IndexSchema, same},
    template::declared_key::{DeclaredKey, part_of},
};

/// KW014 for the constant at this position of the entity's constants.
pub(crate) const fn constant_refusal(entity: &EntitySchema, constant: usize, is_tag: bool) -> Option<Text> {
    if entity.keys.is_empty() || constant >= entity.constants.len() {
        return None;
    }
    let (name, text) = entity.constants[constant];
    let table = entity.table;
    let key = IndexSchema::of_table(table);
    if part_of(key.partition_key, key.sort_key, name).is_some() {
        return Some(message(entity, name, is_tag, "a key attribute of the table", ""));
    }
    let mut at = 0;
    while at < table.indexes.len() {
        let index = &table.indexes[at];
        if part_of(index.partition_key, index.sort_key, name).is_some() {
            return Some(message(entity, name, is_tag, "a key attribute of index ", index.name));
        }
        at += 1;
    }
    let mut at = 0;
    while at < entity.keys.len() {
        if let Some(declared) = DeclaredKey::of(entity, at)
            && declared.key.local
            && matches!(declared.part_of(name), Some(KeyPart::Sort))
            && let Some(index) = declared.key.index
        {
            return Some(message(entity, name, is_tag, "a key attribute of the local index ", index));
        }
        at += 1;
    }
    match table.discriminator {
        // The discriminator and the constant have the same text.
        Some(discriminator) if same(discriminator, name) && same(text, entity.discriminator) => return None,
        Some(discriminator) if same(discriminator, name) => {
            let mut said = message(entity, name, is_tag, "the attribute that names an item's entity", "");
            said.line("or").push("the same name in both: #[entity(name = ").quoted(text).push(")]");
            return Some(said);
        }
        _ => {}
    }
    match (table.ttl, table.write_id) {
        (Some(ttl), _) if same(ttl, name) => Some(message(entity, name, is_tag, "the table's TTL attribute", "")),
        (_, Some(write_id)) if same(write_id, name) => {
            Some(message(entity, name, is_tag, "the attribute of write ids", ""))
        }
        _ => None,
    }
}

const fn message(entity: &EntitySchema, name: &str, is_tag: bool, role: &str, index: &str) -> Text {
    let mut text = Text::opening("KW014", None);
    let (what, fix) = match is_tag {
        true => ("serde's tag ", "#[serde(tag = \"..\")]"),
        false => ("the constant ", "constants(\"..\" = \"..\")"),
    };
    text.push(what).quoted(name).push(" of ").name(entity.name);
    text.push(" is ").push(role).push(index);
    text.line("fix").push("another attribute name: ").push(fix);
    text
}
