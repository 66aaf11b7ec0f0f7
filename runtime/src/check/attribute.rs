//! KW014: a field that would overwrite an attribute of a key, or be overwritten by it.

use super::text::Text;
use crate::{
    key::is_field_itself,
    schema::{EntitySchema, Field, KeyAttribute, same},
};

pub(crate) const fn refusal(entity: &EntitySchema, field: usize) -> Option<Text> {
    if entity.keys.is_empty() || field >= entity.fields.len() {
        return None;
    }
    let field = &entity.fields[field];
    if is_a_key(entity, field) {
        return None;
    }
    let table = entity.table;
    if let Some(text) = key_attribute(entity, field, None, table.partition_key, table.sort_key) {
        return Some(text);
    }
    let mut at = 0;
    while at < table.indexes.len() {
        let index = &table.indexes[at];
        let name = Some(index.name);
        if let Some(text) = key_attribute(entity, field, name, index.partition_key, index.sort_key) {
            return Some(text);
        }
        at += 1;
    }
    if let Some(discriminator) = table.discriminator
        && same(discriminator, field.attribute)
    {
        let mut text = opening(entity, field);
        text.push("the attribute that names an item's entity");
        rename(&mut text);
        text.line("or").push("#[table(discriminator = \"..\")]  on ").name(table.name);
        return Some(text);
    }
    let mut at = 0;
    while at < entity.constants.len() {
        if same(entity.constants[at].0, field.attribute) {
            let mut text = opening(entity, field);
            text.push("an attribute of `constants(..)`");
            rename(&mut text);
            return Some(text);
        }
        at += 1;
    }
    None
}

/// The same for a constant attribute.
pub(crate) const fn constant_refusal(entity: &EntitySchema, constant: usize) -> Option<Text> {
    if entity.keys.is_empty() || constant >= entity.constants.len() {
        return None;
    }
    let (name, _) = entity.constants[constant];
    let table = entity.table;
    if is_of_key(name, table.partition_key, table.sort_key) {
        return Some(constant_message(entity, name, "a key attribute of the table", ""));
    }
    let mut at = 0;
    while at < table.indexes.len() {
        let index = &table.indexes[at];
        if is_of_key(name, index.partition_key, index.sort_key) {
            return Some(constant_message(entity, name, "a key attribute of index ", index.name));
        }
        at += 1;
    }
    match table.discriminator {
        Some(discriminator) if same(discriminator, name) => {
            Some(constant_message(entity, name, "the attribute that names an item's entity", ""))
        }
        _ => None,
    }
}

const fn is_of_key(name: &str, partition: KeyAttribute, sort: Option<KeyAttribute>) -> bool {
    match sort {
        Some(sort) if same(name, sort.name) => true,
        _ => same(name, partition.name),
    }
}

const fn constant_message(entity: &EntitySchema, name: &str, role: &str, index: &str) -> Text {
    let mut text = Text::opening("KW014", None);
    text.push("the constant ").quoted(name).push(" of ").name(entity.name);
    text.push(" is ").push(role).push(index);
    text.line("fix").push("another attribute name: constants(\"..\" = \"..\")");
    text
}

/// Whether the field is a key: one placeholder, and the attribute's own name.
const fn is_a_key(entity: &EntitySchema, field: &Field) -> bool {
    let mut key = 0;
    while key < entity.keys.len() {
        if let Some(declared) = super::key::DeclaredKey::of(entity, key) {
            let partition = declared.partition.name;
            if same(field.attribute, partition) && is_field_itself(entity, &declared.key.partition, partition) {
                return true;
            }
            if let (Some(template), Some(attribute)) = (&declared.key.sort, declared.sort)
                && same(field.attribute, attribute.name)
                && is_field_itself(entity, template, attribute.name)
            {
                return true;
            }
        }
        key += 1;
    }
    false
}

const fn key_attribute(
    entity: &EntitySchema,
    field: &Field,
    index: Option<&str>,
    partition: KeyAttribute,
    sort: Option<KeyAttribute>,
) -> Option<Text> {
    let word = if same(field.attribute, partition.name) {
        "pk"
    } else if let Some(sort) = sort
        && same(field.attribute, sort.name)
    {
        "sk"
    } else {
        return None;
    };
    let mut text = opening(entity, field);
    text.push(if same(word, "pk") { "the partition key of " } else { "the sort key of " });
    match index {
        None => text.push("the table"),
        Some(index) => text.push("index ").push(index),
    };
    rename(&mut text);
    text.line("or").push("let the field be the key: ");
    match index {
        None => text.push("#[").push(word).push("(template = \"<").push(field.name).push(">\")]"),
        Some(index) => {
            text.push("#[gsi(index = ").quoted(index).push(", ").push(word).push(" = \"<");
            text.push(field.name).push(">\", ..)]")
        }
    };
    Some(text)
}

const fn opening(entity: &EntitySchema, field: &Field) -> Text {
    let mut text = Text::opening("KW014", None);
    text.push("field `").push(field.name).push("` of ").name(entity.name);
    text.push(" is stored as ").name(field.attribute).push(", ");
    text
}

const fn rename(text: &mut Text) {
    text.line("fix").push("another attribute name: #[serde(rename = \"..\")]  on the field");
}

#[cfg(test)]
mod tests;
