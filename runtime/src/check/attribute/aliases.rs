//! KW014 and KW020 for serde's `alias` of a field.

use super::{super::text::Text, is_a_key, is_named_by_table};
use crate::{
    key::is_stored_part,
    schema::{EntitySchema, Field, Segment, Template},
};

pub(super) const fn refusal(entity: &EntitySchema, place: usize, field: &Field) -> Option<Text> {
    let mut aliases = field.aliases;
    while let [alias, rest @ ..] = aliases {
        if is_named_by_table(entity, alias) {
            let mut text = opening("KW014", entity, field, alias);
            text.push(", which is an attribute of a key, of the table or of a constant");
            text.line("fix").push("drop the alias");
            return Some(text);
        }
        aliases = rest;
    }
    let [alias, ..] = field.aliases else { return None };
    if is_a_key(entity, field) {
        let mut text = opening("KW020", entity, field, alias);
        text.push(", and is itself the key attribute ").name(field.attribute);
        text.line("fix").push("drop the alias, and write items that have only ").name(alias).push(" anew before");
        text.line("note").push("items that have only ").name(alias).push(" are not found by that key");
        return Some(text);
    }
    if is_in_part(entity, place) {
        let mut text = opening("KW020", entity, field, alias);
        text.push(", and the table key contains it only in part");
        text.line("fix").push("#[serde(rename = ").quoted(alias).push(")] instead of the alias");
        text.line("note").push("writes compare the whole value with its attribute, and only under the current name");
        return Some(text);
    }
    None
}

const fn opening(code: &str, entity: &EntitySchema, field: &Field, alias: &str) -> Text {
    let mut text = Text::opening(code, None);
    text.push("field `").push(field.name).push("` of ").name(entity.name).push(" has the alias ").name(alias);
    text
}

/// Returns whether the table key contains the field only in part, as a bucket, with less precision, or in another case.
const fn is_in_part(entity: &EntitySchema, place: usize) -> bool {
    let [key, ..] = entity.keys else { return false };
    match key.sort {
        Some(sort) if has_part_of(entity, &sort, place) => true,
        _ => has_part_of(entity, &key.partition, place),
    }
}

const fn has_part_of(entity: &EntitySchema, template: &Template, place: usize) -> bool {
    let mut segments = template.segments;
    while let [segment, rest @ ..] = segments {
        if let Segment::Field { field, form, .. } = segment
            && *field as usize == place
            && is_stored_part(entity, place, *form)
        {
            return true;
        }
        segments = rest;
    }
    false
}
