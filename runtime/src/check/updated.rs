//! Checks KW017 for index keys that depend on the time of the update and on fields that an update need not set.

use super::text::Text;
use crate::{
    schema::{EntitySchema, KeySchema, Segment, Template},
    template::independence::joint_field,
};

/// Returns why the time of the update must not be in a key. Each update sets this time without reading the item, so it
/// must know all other fields of the index keys that contain the time.
pub(crate) const fn refusal(entity: &EntitySchema, field: u8) -> Option<Text> {
    let mut key = 1;
    while key < entity.keys.len() {
        if let Some(other) = joint_field(entity, key, field) {
            let (name, other) = (entity.fields[field as usize].name, entity.fields[other as usize].name);
            let mut text = Text::opening("KW017", entity.keys[key].index);
            text.name(name).push(" of ").name(entity.name).push(" is `updated`, and this key depends on it and on ");
            text.name(other).push(": each update would have to set ").name(other).push(" too");
            // With a time that decides more than its own part, all parts of the key depend on it.
            if !entity.keys[key].changes_with_time() {
                text.line("fix");
                push_optional(&mut text, entity, &entity.keys[key], field);
                if contains(&entity.keys[key].partition, field) {
                    text.push("leave the time out of `pk` and use it alone, next to fields that always have a value: ");
                } else {
                    text.push("use the time alone as a part of the key, next to fields that always have a value: ");
                }
                text.push("sk = \"<").push(name).push(">\"");
                text.line("or");
            } else {
                text.line("fix");
            }
            text.push("drop `updated`, and set the time with ").name(other);
            text.push(" in each update: the compiler then requires both");
            text.line("note").push("an update writes the time without reading the item");
            return Some(text);
        }
        key += 1;
    }
    None
}

/// Writes the `Option`s of which a key contains a value, other than the time itself: "make `a` and `b` required, and ".
/// Without such a value, an item is not in the index.
const fn push_optional(text: &mut Text, entity: &EntitySchema, key: &KeySchema, time: u8) {
    let all = optional_from(entity, key, time, 0);
    let mut next = all;
    while let Some(field) = next {
        next = optional_from(entity, key, time, field + 1);
        text.push(match (matches!(all, Some(first) if first == field), next) {
            (true, _) => "make ",
            (false, Some(_)) => ", ",
            (false, None) => " and ",
        });
        text.name(entity.fields[field].name);
    }
    if all.is_some() {
        text.push(" required, and ");
    }
}

/// Returns the first of these fields at this position or after it.
const fn optional_from(entity: &EntitySchema, key: &KeySchema, time: u8, mut field: usize) -> Option<usize> {
    while field < entity.fields.len() {
        let is_in_key = contains(&key.partition, field as u8)
            || match &key.sort {
                Some(sort) => contains(sort, field as u8),
                None => false,
            };
        if field != time as usize && entity.fields[field].optional && is_in_key {
            return Some(field);
        }
        field += 1;
    }
    None
}

/// Whether a template contains a field, or a part of it.
const fn contains(template: &Template, of: u8) -> bool {
    let mut segments = template.segments;
    while let [segment, rest @ ..] = segments {
        if matches!(segment, Segment::Field { field, .. } if *field == of) {
            return true;
        }
        segments = rest;
    }
    false
}

#[cfg(test)]
mod tests;
