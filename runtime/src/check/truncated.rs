//! Checks KW020: a key stores only a part of a time, and something else depends on the lost part.

use super::text::Text;
use crate::{
    key::{digits, native_digits},
    schema::{EntitySchema, Segment, ShardBy, Sharding, Template},
};

/// Returns why a field must not be truncated. The field must itself be a key attribute, in a form of time. No key may
/// use more digits of it, because the item would have another key after it was read.
pub(crate) const fn refusal(entity: &EntitySchema, field: usize) -> Option<Text> {
    if entity.keys.is_empty() || field >= entity.fields.len() {
        return None;
    }
    let name = entity.fields[field].name;
    let mut text = Text::opening("KW020", None);
    text.push("`").push(name).push("` of ").name(entity.name).push(" is `trunc`, and ");
    if !matches!(entity.fields[field].kind, Some(kind) if kind.is_time()) {
        text.push("is not a time in a key: nothing of it is cut off");
        text.line("fix").push("drop `trunc`");
        return Some(text);
    }
    let Some(held) = native_digits(entity, field) else {
        text.push("is not itself a key attribute: its own attribute contains all of it");
        text.line("fix").push("drop `trunc`");
        text.line("or").push("make the field the key: one placeholder with a form, as in `<").push(name);
        text.push(":ms>`, in an attribute of the field's name");
        return Some(text);
    };
    if held == 9 {
        text.push("its key contains all of it");
        text.line("fix").push("drop `trunc`, or write a form: `<").push(name).push(":ms>`");
        return Some(text);
    }
    if finest(entity, field) > held || is_hashed(entity, field) || is_unique(entity, field) {
        text.push("another key, a shard or a unique value depends on the part that is cut off: ");
        text.push("an item that is read would have another one");
        text.line("fix").push("write it there with the precision of the key that is the field, and hash other fields");
        return Some(text);
    }
    None
}

/// Returns the largest number of digits of a second with which any key contains the field.
const fn finest(entity: &EntitySchema, field: usize) -> u8 {
    let (mut finest, mut key) = (0, 0);
    while key < entity.keys.len() {
        let of = &entity.keys[key];
        finest = larger(finest, digits_in(&of.partition, field));
        if let Some(sort) = &of.sort {
            finest = larger(finest, digits_in(sort, field));
        }
        let mut older = 0;
        while older < of.legacy.len() {
            finest = larger(finest, digits_in(&of.legacy[older].partition, field));
            older += 1;
        }
        key += 1;
    }
    finest
}

const fn digits_in(template: &Template, field: usize) -> u8 {
    let (mut finest, mut at) = (0, 0);
    while at < template.segments.len() {
        if let Segment::Field { field: named, form, .. } = template.segments[at]
            && named as usize == field
        {
            finest = larger(finest, digits(form));
        }
        at += 1;
    }
    finest
}

const fn larger(one: u8, other: u8) -> u8 {
    if one > other { one } else { other }
}

const fn is_hashed(entity: &EntitySchema, field: usize) -> bool {
    let mut key = 0;
    while key < entity.keys.len() {
        if hashes(entity.keys[key].shard, field) {
            return true;
        }
        let mut older = 0;
        while older < entity.keys[key].legacy.len() {
            if hashes(entity.keys[key].legacy[older].shard, field) {
                return true;
            }
            older += 1;
        }
        key += 1;
    }
    false
}

const fn hashes(sharding: Option<Sharding>, field: usize) -> bool {
    match sharding {
        Some(Sharding { by: ShardBy::Hash { fields, .. }, .. }) => has(fields, field),
        _ => false,
    }
}

const fn is_unique(entity: &EntitySchema, field: usize) -> bool {
    let mut at = 0;
    while at < entity.fields.len() {
        if let Some(unique) = entity.fields[at].unique
            && (at == field || has(unique.within, field))
        {
            return true;
        }
        at += 1;
    }
    false
}

const fn has(fields: &[u8], field: usize) -> bool {
    let mut at = 0;
    while at < fields.len() {
        if fields[at] as usize == field {
            return true;
        }
        at += 1;
    }
    false
}

#[cfg(test)]
mod tests;
