//! KW011: a key of an item that can be an older key (`legacy`) of another item of the same entity.

use crate::{
    check::text::Text,
    key::is_stored_part,
    schema::{EntitySchema, Segment},
    template::{
        declared_key::{DeclaredKey, Part},
        overlap::overlaps,
    },
};

/// The error at an older key. Compares it with the current key and with newer ones of the older keys.
pub(crate) const fn refusal(key: &DeclaredKey<'_>, legacy: usize) -> Option<Text> {
    if legacy >= key.key.legacy.len() || key.entity.may_overlap.is_some() {
        return None;
    }
    let older = key.legacy_part(&key.key.legacy[legacy]);
    let current = key.partition_part();
    if is_ambiguous(key, &current, &older) {
        return Some(message(key, &current, &older));
    }
    let mut at = 0;
    while at < legacy {
        let newer = key.legacy_part(&key.key.legacy[at]);
        if is_ambiguous(key, &newer, &older) {
            return Some(message(key, &newer, &older));
        }
        at += 1;
    }
    None
}

/// Whether two items with different values can have one key, one under each template.
const fn is_ambiguous(key: &DeclaredKey<'_>, newer: &Part<'_>, older: &Part<'_>) -> bool {
    let is_identified = key.key.index.is_none() && is_in_sort_key(key, newer) && is_in_sort_key(key, older);
    !is_identified && !is_aligned(newer.template.segments, older.template.segments) && overlaps(newer, older)
}

/// Whether both templates have the same texts and fields in the same order, so that equal keys have equal values.
const fn is_aligned(mut a: &[Segment], mut b: &[Segment]) -> bool {
    loop {
        a = after_shard(a);
        b = after_shard(b);
        match (a, b) {
            ([], []) => return true,
            ([Segment::Literal(text_a), rest_a @ ..], [Segment::Literal(text_b), rest_b @ ..])
                if crate::schema::same(text_a, text_b) =>
            {
                a = rest_a;
                b = rest_b;
            }
            ([Segment::Field { field: of_a, .. }, rest_a @ ..], [Segment::Field { field: of_b, .. }, rest_b @ ..])
                if *of_a == *of_b =>
            {
                a = rest_a;
                b = rest_b;
            }
            _ => return false,
        }
    }
}

const fn after_shard(mut segments: &[Segment]) -> &[Segment] {
    while let [Segment::Delimiter | Segment::Shard { .. }, rest @ ..] = segments {
        segments = rest;
    }
    segments
}

/// Whether the sort key contains every field of the template completely.
const fn is_in_sort_key(key: &DeclaredKey<'_>, part: &Part<'_>) -> bool {
    let Some(sort) = key.sort_part() else { return matches!(part.template.segments, [Segment::Literal(_)]) };
    let mut segments = part.template.segments;
    while let [segment, rest @ ..] = segments {
        if let Segment::Field { field, .. } = segment
            && !has_whole(key.entity, sort.template.segments, *field)
        {
            return false;
        }
        segments = rest;
    }
    true
}

const fn has_whole(entity: &EntitySchema, mut segments: &[Segment], field: u8) -> bool {
    while let [segment, rest @ ..] = segments {
        if let Segment::Field { field: found, form, .. } = segment
            && *found == field
            && (field as usize) < entity.fields.len()
            && !is_stored_part(entity, field as usize, *form)
        {
            return true;
        }
        segments = rest;
    }
    false
}

const fn message(key: &DeclaredKey<'_>, newer: &Part<'_>, older: &Part<'_>) -> Text {
    let mut text = Text::opening("KW011", key.key.index);
    text.push("the older key of one ").name(key.entity.name).push(" can be the key of another ");
    text.name(key.entity.name);
    text.line("pk").push(newer.template.source);
    text.line("old").push(older.template.source);
    text.line("fix").push("begin the newer template with another word, so that no text fits both");
    if key.key.index.is_none() {
        text.line("or").push("write the fields of both into the sort key");
    }
    text.line("or").push("#[entity(may_overlap = \"why no two items have one key\")]  on ").name(key.entity.name);
    text
}
