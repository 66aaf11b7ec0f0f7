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
            let optional = optional_field(entity, &entity.keys[key], field);
            let (name, other) = (entity.fields[field as usize].name, entity.fields[other as usize].name);
            let mut text = Text::opening("KW017", entity.keys[key].index);
            text.name(name).push(" of ").name(entity.name).push(" is `updated`, and this key depends on it and on ");
            text.name(other).push(": each update would have to set ").name(other).push(" too");
            // With a time that decides more than its own part, all parts of the key depend on it.
            if !entity.keys[key].changes_with_time() {
                text.line("fix");
                if let Some(optional) = optional {
                    text.push("make ").name(entity.fields[optional as usize].name).push(" required, and ");
                }
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

/// Returns an `Option` of which a key contains a value, other than the time itself. Without it, items are not in the
/// index.
const fn optional_field(entity: &EntitySchema, key: &KeySchema, time: u8) -> Option<u8> {
    let mut templates: &[Option<Template>] = &[Some(key.partition), key.sort];
    while let [template, rest @ ..] = templates {
        if let Some(template) = template {
            let mut segments = template.segments;
            while let [segment, rest @ ..] = segments {
                if let Segment::Field { field, .. } = *segment
                    && field != time
                    && entity.fields[field as usize].optional
                {
                    return Some(field);
                }
                segments = rest;
            }
        }
        templates = rest;
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
