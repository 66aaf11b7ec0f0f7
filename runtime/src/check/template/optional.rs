//! KW010: an `Option` in a table key.

use super::pointer::point;
use crate::{
    check::text::Text,
    schema::{EntitySchema, Field, Segment, ShardBy, Sharding},
    template::{declared_key::Part, segment::field_of},
};

pub(super) const fn refusal(part: &Part<'_>) -> Option<Text> {
    if part.index.is_some() {
        return None;
    }
    let mut segments = part.template.segments;
    let mut at = 0;
    while let [segment, rest @ ..] = segments {
        if let Segment::Field { .. } = segment
            && let Some(field) = field_of(part.entity, *segment)
            && field.optional
        {
            let mut text = Text::opening("KW010", part.index);
            text.push("`").push(field.name).push("` of ").name(part.entity.name);
            text.push(" is an `Option`, and no part of the table's key may be absent");
            point(&mut text, part, at);
            text.line("fix").push("make the field required");
            text.line("or").push("put it into an index key: items without it are not in that index");
            return Some(text);
        }
        segments = rest;
        at += 1;
    }
    match hashed(part) {
        Some(field) => Some(hashed_message(part, field)),
        None => None,
    }
}

/// An optional field of those from which the shard is hashed.
const fn hashed<'a>(part: &Part<'a>) -> Option<&'a Field> {
    let entity: &'a EntitySchema = part.entity;
    if let Some(Sharding { by: ShardBy::Hash { fields, .. }, .. }) = part.shard {
        let mut at = 0;
        while at < fields.len() {
            let place = fields[at] as usize;
            if place < entity.fields.len() && entity.fields[place].optional {
                return Some(&entity.fields[place]);
            }
            at += 1;
        }
    }
    None
}

const fn hashed_message(part: &Part<'_>, field: &Field) -> Text {
    let mut text = Text::opening("KW010", part.index);
    text.push("`").push(field.name).push("` of ").name(part.entity.name);
    text.push(" is an `Option`, and the shard, a part of the table's key, is a hash of it");
    text.line("fix").push("make the field required");
    text.line("or").push("hash other fields, such as those of the sort key");
    text
}
