//! KW023: a field that items store only in their keys, and that the table's key does not contain completely.

use super::text::Text;
use crate::{
    projection::is_part_of,
    schema::{EntitySchema, KeySchema},
    template::segment::mentions,
};

/// The error at a `key_only` field. The table's key, and each older one, must contain all of the field in a text of
/// several parts.
pub(crate) const fn refusal(entity: &EntitySchema, field: usize) -> Option<Text> {
    if entity.keys.is_empty() || field >= entity.fields.len() {
        return None;
    }
    let (key, name) = (&entity.keys[0], entity.fields[field].name);
    let mut text = Text::opening("KW023", None);
    text.push("`").push(name).push("` of ").name(entity.name).push(" is `key_only`, and ");
    if is_attribute_of_a_key(entity, field) {
        text.push("is itself a key attribute, which is already its only copy");
        text.line("fix").push("drop `key_only`");
        return Some(text);
    }
    if !mentions(&key.partition, field as u8) && !sort_stands_in(key, field) {
        text.push("is not part of the table's key, so no item would contain it");
        text.line("fix").push("drop `key_only`");
        return Some(text);
    }
    if sort_tells(key, field) {
        return None;
    }
    if !key.partition.contains_all_of(field) {
        text.push("the table's key contains only a part of it: a time in a bucket or with fewer digits, or a text in ");
        text.push("another case");
        text.line("fix").push("drop `key_only`: the item's attribute contains all of it");
        text.line("or").push("write all of it in the key: `<").push(name).push(">`");
        return Some(text);
    }
    let mut older = 0;
    while older < key.legacy.len() {
        if !key.legacy[older].partition.contains_all_of(field) {
            text.push("the older key ").quoted(key.legacy[older].partition.source).push(" does not contain it");
            text.line("fix").push("drop `key_only`");
            return Some(text);
        }
        older += 1;
    }
    None
}

const fn is_attribute_of_a_key(entity: &EntitySchema, field: usize) -> bool {
    let mut key = 0;
    while key < entity.keys.len() {
        if is_part_of(entity, key, entity.fields[field].attribute) {
            return true;
        }
        key += 1;
    }
    false
}

const fn sort_stands_in(key: &KeySchema, field: usize) -> bool {
    match &key.sort {
        Some(sort) => mentions(sort, field as u8),
        None => false,
    }
}

const fn sort_tells(key: &KeySchema, field: usize) -> bool {
    match &key.sort {
        Some(sort) => sort.contains_all_of(field),
        None => false,
    }
}

#[cfg(test)]
mod tests;
