//! KW011: two entities that can write one key, or that no discriminator distinguishes.

mod message;
mod own;

use super::text::Text;
use crate::{
    schema::{EntitySchema, KeySchema, Segment, Template},
    template::{
        declared_key::{DeclaredKey, Part},
        overlap::{differ, overlaps},
    },
};

pub(crate) use own::refusal as own_refusal;

/// The error at the later of two entities.
pub(crate) const fn refusal(entities: &[&EntitySchema], at: usize) -> Option<Text> {
    if at >= entities.len() {
        return None;
    }
    let later = entities[at];
    let Some(key) = DeclaredKey::of(later, 0) else {
        return None;
    };
    let discriminator = later.discriminator.as_bytes();
    let (sort, partition) = (sort_head(key.key), partition_head(key.key));
    let mut other = 0;
    while other < at {
        let earlier = entities[other];
        other += 1;
        let [earlier_key, ..] = earlier.keys else {
            continue;
        };
        let earlier_discriminator = earlier.discriminator.as_bytes();
        if earlier_discriminator.len() == discriminator.len()
            && !differ(earlier_discriminator, discriminator)
            && let Some(attribute) = later.table.discriminator
        {
            return Some(message::same_discriminator(earlier, later, attribute));
        }
        if later.may_overlap.is_none()
            && earlier.may_overlap.is_none()
            && !differ(sort_head(earlier_key), sort)
            && !differ(partition_head(earlier_key), partition)
            && let Some(other_key) = DeclaredKey::of(earlier, 0)
            && let Some((a, b)) = shared_partition(&other_key, &key)
            && sort_keys_overlap(&other_key, &key)
        {
            return Some(message::same_key(&other_key, &a, &key, &b));
        }
    }
    None
}

/// The literal at the beginning of the sort key, which decides nearly every pair.
const fn sort_head(key: &KeySchema) -> &[u8] {
    match key.sort {
        Some(Template { segments: [Segment::Literal(head), ..], .. }) => head.as_bytes(),
        _ => b"",
    }
}

/// The literal at the beginning of the partition key. Empty if older keys begin with another one.
const fn partition_head(key: &KeySchema) -> &[u8] {
    match (key.legacy, key.partition.segments) {
        ([], [Segment::Literal(head), ..]) => head.as_bytes(),
        _ => b"",
    }
}

const fn sort_keys_overlap(a: &DeclaredKey<'_>, b: &DeclaredKey<'_>) -> bool {
    match (a.sort_part(), b.sort_part()) {
        (Some(a), Some(b)) => overlaps(&a, &b),
        (None, None) => true,
        // An entity without the table's sort key is refused by KW013.
        _ => false,
    }
}

/// Partition keys that can be equal: both current ones, or an older one of either and the current one of the other.
const fn shared_partition<'a>(a: &DeclaredKey<'a>, b: &DeclaredKey<'a>) -> Option<(Part<'a>, Part<'a>)> {
    let (today_a, today_b) = (a.partition_part(), b.partition_part());
    if overlaps(&today_a, &today_b) {
        return Some((today_a, today_b));
    }
    let mut at = 0;
    while at < a.key.legacy.len() {
        let legacy = a.legacy_part(&a.key.legacy[at]);
        if overlaps(&legacy, &today_b) {
            return Some((legacy, today_b));
        }
        at += 1;
    }
    let mut at = 0;
    while at < b.key.legacy.len() {
        let legacy = b.legacy_part(&b.key.legacy[at]);
        if overlaps(&today_a, &legacy) {
            return Some((today_a, legacy));
        }
        at += 1;
    }
    None
}

#[cfg(test)]
mod tests;
