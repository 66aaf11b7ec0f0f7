//! KW020: a field of a key that the item stores in another spelling, with less precision, or not at all.

use super::text::Text;
use crate::{
    key::{FieldKind, KeyPart},
    schema::{EntitySchema, Form, Purpose, Segment, ShardBy, Template, TimeForm, same},
    template::declared_key::DeclaredKey,
};

/// The precision with which serde's functions store a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Precision {
    /// Full precision.
    Whole,
    /// Microseconds.
    Micros,
    /// Milliseconds.
    Millis,
    /// Seconds.
    Seconds,
    /// The function is not known.
    Unknown,
}

/// Checks a field that serde's functions convert. Stored text must keep its spelling, and a time its instant. Numbers
/// and dates keep their value in any representation.
pub(crate) const fn refusal(entity: &EntitySchema, field: usize, precision: Precision) -> Option<Text> {
    if entity.keys.is_empty() || field >= entity.fields.len() {
        return None;
    }
    if let Some(index) = index_without(entity, field) {
        return Some(unreadable(entity, field, index));
    }
    match entity.fields[field].kind {
        Some(FieldKind::Text) => Some(spelling(entity, field)),
        // A TTL is stored in seconds, and keys use no higher precision of it.
        Some(FieldKind::Time) if matches!(entity.fields[field].purpose, Purpose::Ttl) => None,
        Some(kind) if kind.is_time() => less_precise(entity, field, precision),
        _ => None,
    }
}

/// The index of which an `Option` without a default is itself a key attribute. A `None` then has no attribute, and no
/// NULL, which no key can be.
const fn index_without(entity: &EntitySchema, field: usize) -> Option<&str> {
    let of = &entity.fields[field];
    let mut at = 0;
    while at < entity.keys.len() && of.optional && !of.defaulted {
        if let (Some(key), Some(index)) = (DeclaredKey::of(entity, at), entity.keys[at].index)
            && (is_attribute(&key, KeyPart::Partition, of.attribute) || is_attribute(&key, KeyPart::Sort, of.attribute))
        {
            return Some(index);
        }
        at += 1;
    }
    None
}

/// Whether a field's attribute is one of a key's.
const fn is_attribute(key: &DeclaredKey<'_>, part: KeyPart, name: &str) -> bool {
    let mut place = 0;
    while let Some(attribute) = key.attribute_part(part, place) {
        if attribute.is_native() && same(attribute.attribute.name, name) {
            return true;
        }
        place += 1;
    }
    false
}

const fn unreadable(entity: &EntitySchema, field: usize, index: &str) -> Text {
    let mut text = Text::opening("KW020", Some(index));
    text.push("`").push(entity.fields[field].name).push("` of ").name(entity.name);
    text.push(
        " is itself a key attribute, which an item with `None` does not have, and this function does not read a ",
    );
    text.push("missing attribute");
    text.line("fix").push("#[serde(default)]  on the field");
    text
}

const fn spelling(entity: &EntitySchema, field: usize) -> Text {
    let mut text = Text::opening("KW020", None);
    text.push("keys contain `").push(entity.fields[field].name).push("` of ").name(entity.name);
    text.push(" as in the struct, but this function can store another text: ");
    text.push("an item that is read would have another key");
    text.line("fix").push("drop the function, and normalize the text before it is stored");
    text.line("or").push("use a type of your own that contains only normalized text, ");
    text.push("with its `Serialize`, `Deserialize` and `KeyField`");
    text
}

/// The error at a time that the item stores with less precision than a key. An item that is read would have another
/// key.
const fn less_precise(entity: &EntitySchema, field: usize, precision: Precision) -> Option<Text> {
    let is_hashed = is_hashed(entity, field);
    let in_keys = if is_hashed { 9 } else { finest(entity, field) };
    let (stored, form) = match precision {
        Precision::Whole => return None,
        Precision::Micros => ("microseconds", "us"),
        Precision::Millis => ("milliseconds", "ms"),
        Precision::Seconds => ("seconds", "s"),
        Precision::Unknown => ("perhaps less", "s"),
    };
    // A form that the user has chosen is assumed to match a custom function.
    if in_keys <= digits(precision) || matches!(precision, Precision::Unknown) && in_keys < 9 {
        return None;
    }
    let name = entity.fields[field].name;
    let mut text = Text::opening("KW020", None);
    text.push(if is_hashed { "a shard is a hash of `" } else { "keys contain `" });
    text.push(name).push("` of ").name(entity.name).push(" to the ").push(match in_keys {
        3 => "millisecond",
        6 => "microsecond",
        _ => "nanosecond",
    });
    text.push(", but this function stores ").push(stored).push(": an item that is read would have another key");
    text.line("fix");
    if is_hashed {
        text.push("hash other fields, such as those of the sort key");
    } else {
        text.push("write it in keys as precisely as it is stored, as in `<").push(name).push(":").push(form).push(">`");
    }
    text.line("or").push("drop the function: without it, a time is stored in full");
    Some(text)
}

/// The number of decimal digits of a second that a precision keeps.
const fn digits(precision: Precision) -> u8 {
    match precision {
        Precision::Whole => 9,
        Precision::Micros => 6,
        Precision::Millis => 3,
        Precision::Seconds | Precision::Unknown => 0,
    }
}

/// The largest number of decimal digits of a second with which current keys store a time.
const fn finest(entity: &EntitySchema, field: usize) -> u8 {
    let (mut finest, mut key) = (0, 0);
    while key < entity.keys.len() {
        let of = &entity.keys[key];
        if !of.local {
            finest = larger(finest, digits_in(&of.partition, field));
        }
        if let Some(sort) = &of.sort {
            finest = larger(finest, digits_in(sort, field));
        }
        key += 1;
    }
    finest
}

const fn larger(one: u8, other: u8) -> u8 {
    if one > other { one } else { other }
}

const fn digits_in(template: &Template, field: usize) -> u8 {
    let (mut finest, mut at) = (0, 0);
    while at < template.segments.len() {
        if let Segment::Field { field: of, form, .. } = template.segments[at]
            && of as usize == field
        {
            finest = larger(
                finest,
                match form {
                    Form::Time(TimeForm::Millis | TimeForm::EpochMillis) => 3,
                    Form::Time(TimeForm::Micros) => 6,
                    Form::Bucket(_) | Form::Time(TimeForm::Seconds | TimeForm::Epoch) => 0,
                    _ => 9,
                },
            );
        }
        at += 1;
    }
    finest
}

/// Whether a shard of a key is a hash of the field, so that every digit counts.
const fn is_hashed(entity: &EntitySchema, field: usize) -> bool {
    let mut keys = entity.keys;
    while let [key, rest @ ..] = keys {
        if let Some(shard) = &key.shard
            && let ShardBy::Hash { mut fields, .. } = shard.by
        {
            while let [hashed, rest @ ..] = fields {
                if *hashed as usize == field {
                    return true;
                }
                fields = rest;
            }
        }
        keys = rest;
    }
    false
}

#[cfg(test)]
mod tests;
