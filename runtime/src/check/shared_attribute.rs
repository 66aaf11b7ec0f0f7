//! KW024: one attribute in two keys, whose templates write different text into it.

use super::text::Text;
use crate::{
    schema::{EntitySchema, KeyPart, same, same_segments},
    template::declared_key::{DeclaredKey, Part},
};

pub(crate) const fn refusal(entity: &EntitySchema, place: usize) -> Option<Text> {
    let Some(key) = DeclaredKey::of(entity, place) else { return None };
    // A table without a name is itself refused.
    if key.key.index.is_none() || entity.table.name.is_empty() {
        return None;
    }
    if !key.key.local
        && let Some(text) = refusal_of(&key, KeyPart::Partition)
    {
        return Some(text);
    }
    refusal_of(&key, KeyPart::Sort)
}

const fn refusal_of(key: &DeclaredKey<'_>, part: KeyPart) -> Option<Text> {
    let mut at = 0;
    while let Some(own) = key.attribute_part(part, at) {
        if let Some(text) = refusal_of_attribute(key, &own) {
            return Some(text);
        }
        at += 1;
    }
    None
}

/// Compares an attribute with that of the table's key, and with those of the indexes before this one.
const fn refusal_of_attribute(key: &DeclaredKey<'_>, own: &Part<'_>) -> Option<Text> {
    let mut place = 0;
    while place < key.place {
        if let Some(other) = DeclaredKey::of(key.entity, place) {
            if !other.key.local
                && let Some(part) = of_same_attribute(&other, KeyPart::Partition, own)
            {
                return if agree(&part, own) { None } else { Some(message(&part, own)) };
            }
            if let Some(part) = of_same_attribute(&other, KeyPart::Sort, own) {
                return if agree(&part, own) { None } else { Some(message(&part, own)) };
            }
        }
        place += 1;
    }
    None
}

const fn of_same_attribute<'a>(key: &DeclaredKey<'a>, part: KeyPart, own: &Part<'_>) -> Option<Part<'a>> {
    let mut at = 0;
    while let Some(other) = key.attribute_part(part, at) {
        if same(other.attribute.name, own.attribute.name) {
            return Some(other);
        }
        at += 1;
    }
    None
}

/// Whether two templates write equal text into one attribute.
const fn agree(other: &Part<'_>, own: &Part<'_>) -> bool {
    if own.template.of_table.is_some() {
        return true;
    }
    if other.is_native() && own.is_native() {
        return same_segments(other.template.segments, own.template.segments);
    }
    other.form() as u8 == own.form() as u8 && same_segments(other.template.segments, own.template.segments)
}

const fn message(other: &Part<'_>, own: &Part<'_>) -> Text {
    let mut text = Text::opening("KW024", own.index);
    let name = own.attribute.name;
    text.push("its ").push(own.part.noun()).push(" is the attribute ").name(name);
    text.push(", into which ").name(own.entity.name);
    match other.index {
        None => text.push(" writes the table's ").push(other.part.noun()),
        Some(index) => text.push(" writes the ").push(other.part.noun()).push(" of index ").push(index),
    };
    text.line(other.derive_attribute()).push(other.template.source);
    text.line(own.derive_attribute()).push(own.template.source);
    if other.index.is_none() && own.shard.is_none() {
        text.line("fix").push(own.derive_attribute()).push(" = \"").push(other.template.source).push("\"");
        text.line("or");
    } else {
        text.line("fix");
    }
    text.push("another attribute of the index, on ").name(own.entity.table.name);
    text
}
