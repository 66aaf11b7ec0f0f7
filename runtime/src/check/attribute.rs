//! KW014: a field that would overwrite a key attribute, or be overwritten by it.

mod aliases;
mod fixed;
mod other_type;

pub(crate) use fixed::constant_refusal;

use super::text::Text;
use crate::{
    entity::Table,
    key::KeyPart,
    schema::{EntitySchema, Field, IndexSchema, KeyAttributes, Purpose, TableSchema, same},
    template::declared_key::{DeclaredKey, part_of},
};

/// Hashes the end of a name to one bit. Names with different bits are not equal. This is a macro because a call for
/// each field would cost the compiler more than the rest of the rule.
macro_rules! mark {
    ($name:expr) => {
        match $name.as_bytes() {
            [.., before, last] => 1_u128 << ((*before as u32 * 7 + *last as u32) % 128),
            [last] => 1_u128 << (*last as u32 % 128),
            [] => 1_u128,
        }
    };
}

/// The marks of the names that a table reserves, computed once per table instead of once per entity.
pub(crate) trait ReservedNames {
    const MARKS: u128;
}

impl<T: Table> ReservedNames for T {
    const MARKS: u128 = reserved(&T::SCHEMA);
}

/// Whether KW014 may apply to a field, given the marks of the names that the table reserves. Computed once for all
/// fields, because it is false for almost every entity.
pub(crate) const fn may_clash(entity: &EntitySchema, mut reserved: u128) -> bool {
    let mut constants = entity.constants;
    while let [(name, _), rest @ ..] = constants {
        reserved |= mark!(name);
        constants = rest;
    }
    let mut fields = entity.fields;
    while let [field, rest @ ..] = fields {
        let may_be_named = mark!(field.attribute) & reserved != 0;
        if matches!(field.purpose, Purpose::Ttl)
            || !field.aliases.is_empty()
            || (may_be_named && is_named_by_table(entity, field.attribute))
        {
            return true;
        }
        fields = rest;
    }
    false
}

pub(crate) const fn reserved(table: &TableSchema) -> u128 {
    let key = IndexSchema::of_table(table);
    let mut marks = marks_of(key.partition_key) | mark_of(table.ttl) | mark_of(table.discriminator);
    marks |= mark_of(table.write_id);
    if let Some(sort) = key.sort_key {
        marks |= marks_of(sort);
    }
    let mut indexes = table.indexes;
    while let [index, rest @ ..] = indexes {
        marks |= marks_of(index.partition_key);
        if let Some(sort) = index.sort_key {
            marks |= marks_of(sort);
        }
        indexes = rest;
    }
    let mut local_indexes = table.local_indexes;
    while let [index, rest @ ..] = local_indexes {
        marks |= mark!(index.sort_key.name);
        local_indexes = rest;
    }
    marks
}

const fn marks_of(attributes: KeyAttributes) -> u128 {
    let mut marks = mark!(attributes.first.name);
    let mut more = attributes.more;
    while let [attribute, rest @ ..] = more {
        marks |= mark!(attribute.name);
        more = rest;
    }
    marks
}

const fn mark_of(name: Option<&str>) -> u128 {
    match name {
        Some(name) => mark!(name),
        None => 0,
    }
}

pub(crate) const fn refusal(entity: &EntitySchema, field: usize) -> Option<Text> {
    if entity.keys.is_empty() || field >= entity.fields.len() {
        return None;
    }
    let (place, field) = (field, &entity.fields[field]);
    if !field.aliases.is_empty()
        && let Some(text) = aliases::refusal(entity, place, field)
    {
        return Some(text);
    }
    if !matches!(field.purpose, Purpose::Ttl) && !is_named_by_table(entity, field.attribute) {
        // The result for almost every field. The rest takes much longer to evaluate.
        return None;
    }
    if let Some(text) = ttl(entity, field) {
        return Some(text);
    }
    if is_a_key(entity, field) {
        return None;
    }
    let table = entity.table;
    if let Some(text) = key_attribute(entity, field, None, &IndexSchema::of_table(table)) {
        return Some(text);
    }
    let mut at = 0;
    while at < table.indexes.len() {
        let index = &table.indexes[at];
        let refused = match is_out_of(entity, index) {
            true => other_type::refusal(entity, field, index.name, (Some(index.partition_key), index.sort_key)),
            false => key_attribute(entity, field, Some(index.name), index),
        };
        if refused.is_some() {
            return refused;
        }
        at += 1;
    }
    let mut at = 0;
    while at < table.local_indexes.len() {
        let index = &table.local_indexes[at];
        let sort = Some(KeyAttributes::one(index.sort_key));
        if let Some(text) = other_type::refusal(entity, field, index.name, (None, sort)) {
            return Some(text);
        }
        at += 1;
    }
    if let Some(text) = written_by_local_key(entity, field) {
        return Some(text);
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
    if let Some(write_id) = table.write_id
        && same(write_id, field.attribute)
    {
        let mut text = opening(entity, field);
        text.push("the attribute of write ids");
        rename(&mut text);
        text.line("or").push("#[table(write_id = \"..\")]  on ").name(table.name);
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

/// Whether the table reserves an attribute with this name, or the entity has a constant with it.
const fn is_named_by_table(entity: &EntitySchema, name: &str) -> bool {
    let table = entity.table;
    if is_name(table.ttl, name) || is_name(table.discriminator, name) || is_name(table.write_id, name) {
        return true;
    }
    let key = IndexSchema::of_table(table);
    if part_of(key.partition_key, key.sort_key, name).is_some() {
        return true;
    }
    let mut at = 0;
    while at < table.indexes.len() {
        let index = &table.indexes[at];
        if part_of(index.partition_key, index.sort_key, name).is_some() {
            return true;
        }
        at += 1;
    }
    let mut at = 0;
    while at < table.local_indexes.len() {
        if same(table.local_indexes[at].sort_key.name, name) {
            return true;
        }
        at += 1;
    }
    let mut at = 0;
    while at < entity.constants.len() {
        if same(entity.constants[at].0, name) {
            return true;
        }
        at += 1;
    }
    false
}

const fn is_name(special: Option<&str>, name: &str) -> bool {
    match special {
        Some(special) => same(special, name),
        None => false,
    }
}

/// Whether an index is not checked, because KW013 reports the entity's key in it or because the entity's items lack an
/// attribute of its key and are never in it.
///
/// AWS: [sparse indexes](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-indexes-general-sparse-indexes.html).
const fn is_out_of(entity: &EntitySchema, index: &IndexSchema) -> bool {
    let mut key = 0;
    while key < entity.keys.len() {
        if let Some(name) = entity.keys[key].index
            && same(name, index.name)
        {
            return DeclaredKey::of(entity, key).is_none();
        }
        key += 1;
    }
    misses_one(entity, Some(index.partition_key)) || misses_one(entity, index.sort_key)
}

const fn misses_one(entity: &EntitySchema, attributes: Option<KeyAttributes>) -> bool {
    let Some(attributes) = attributes else {
        return false;
    };
    let mut place = 0;
    while let Some(attribute) = attributes.at(place) {
        if !entity.stores(attribute.name) {
            return true;
        }
        place += 1;
    }
    false
}

/// KW014 for the sort key of a local secondary index to which the entity writes a key. Other local indexes sort by an
/// ordinary attribute of the items.
const fn written_by_local_key(entity: &EntitySchema, field: &Field) -> Option<Text> {
    let mut at = 0;
    while at < entity.keys.len() {
        if let Some(declared) = DeclaredKey::of(entity, at)
            && declared.key.local
            && matches!(declared.part_of(field.attribute), Some(KeyPart::Sort))
            && let Some(name) = declared.key.index
        {
            let mut text = opening(entity, field);
            text.push("the sort key of the local index ").push(name);
            rename(&mut text);
            text.line("or").push("make the field the key: #[lsi(index = ").quoted(name).push(", sk = \"<");
            text.push(field.name).push(">\", ..)]");
            return Some(text);
        }
        at += 1;
    }
    None
}

/// A table has one TTL attribute. A `ttl` field must be stored in it, and no other field may be.
const fn ttl(entity: &EntitySchema, field: &Field) -> Option<Text> {
    let table = entity.table;
    let mut text = match (field.purpose, table.ttl) {
        (Purpose::Ttl, None) => {
            let mut text = Text::opening("KW014", None);
            text.push("field `").push(field.name).push("` of ").name(entity.name);
            text.push(" is `ttl`, and ").name(table.name).push(" has no TTL attribute");
            text.line("fix").push("#[table(ttl = ").quoted(field.attribute).push(")]  on ").name(table.name);
            return Some(text);
        }
        (Purpose::Ttl, Some(ttl)) if !same(ttl, field.attribute) => {
            let mut text = opening(entity, field);
            text.push("and the TTL attribute of ").name(table.name).push(" is ").name(ttl);
            text.line("fix").push("#[serde(rename = ").quoted(ttl).push(")]  on the field");
            return Some(text);
        }
        (Purpose::Ttl, Some(_)) => return None,
        (_, Some(ttl)) if same(ttl, field.attribute) => opening(entity, field),
        _ => return None,
    };
    text.push("the TTL attribute of ").name(table.name);
    text.line("fix").push("#[entity(ttl)]  on the field, if it says when the item expires");
    text.line("or").push("another attribute name: #[serde(rename = \"..\")]  on the field");
    Some(text)
}

/// Whether the field itself is an attribute of a key.
const fn is_a_key(entity: &EntitySchema, field: &Field) -> bool {
    let mut key = 0;
    while key < entity.keys.len() {
        if let Some(declared) = DeclaredKey::of(entity, key)
            && (is_one_of(&declared, KeyPart::Partition, field) || is_one_of(&declared, KeyPart::Sort, field))
        {
            return true;
        }
        key += 1;
    }
    false
}

/// Whether the field itself is an attribute of this part of a key.
const fn is_one_of(key: &DeclaredKey<'_>, part: KeyPart, field: &Field) -> bool {
    let mut place = 0;
    while let Some(attribute) = key.attribute_part(part, place) {
        if same(field.attribute, attribute.attribute.name) && attribute.is_native() {
            return true;
        }
        place += 1;
    }
    false
}

const fn key_attribute(entity: &EntitySchema, field: &Field, index: Option<&str>, key: &IndexSchema) -> Option<Text> {
    let word = match part_of(key.partition_key, key.sort_key, field.attribute) {
        Some(KeyPart::Partition) => "pk",
        Some(KeyPart::Sort) => "sk",
        None => return None,
    };
    let mut text = opening(entity, field);
    let (attributes, noun) = match key.sort_key {
        Some(sort) if same(word, "sk") => (sort, KeyPart::Sort.noun()),
        _ => (key.partition_key, KeyPart::Partition.noun()),
    };
    if attributes.count() > 1 {
        text.push("an attribute of ");
    }
    text.push("the ").push(noun).push(" of ");
    match index {
        None => text.push("the table"),
        Some(index) => text.push("index ").push(index),
    };
    rename(&mut text);
    if same(word, "pk") && attributes.count() == 1 && is_more_than_fields(entity, index) {
        return Some(text);
    }
    text.line("or");
    if attributes.count() > 1 {
        text.push("make the field the attribute: `\"<").push(field.name).push(">\"` at its position in `").push(word);
        text.push("(..)`");
        return Some(text);
    }
    text.push("make the field the key: ");
    match index {
        None => text.push("#[").push(word).push("(template = \"<").push(field.name).push(">\")]"),
        Some(index) => {
            text.push("#[gsi(index = ").quoted(index).push(", ").push(word).push(" = \"<");
            text.push(field.name).push(">\", ..)]")
        }
    };
    Some(text)
}

/// Whether the partition key in this index or in the table has shards or older keys, so that it is text of its own.
const fn is_more_than_fields(entity: &EntitySchema, index: Option<&str>) -> bool {
    let mut keys = entity.keys;
    while let [key, rest @ ..] = keys {
        let is_of_index = match (key.index, index) {
            (None, None) => true,
            (Some(one), Some(other)) => same(one, other),
            _ => false,
        };
        if is_of_index {
            return key.shard.is_some() || !key.legacy.is_empty();
        }
        keys = rest;
    }
    false
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
