//! KW009: settings that change with the time of a key that contains none.

use super::text::Text;
use crate::{schema::EntitySchema, template::declared_key::DeclaredKey};

/// For `grow` of the key's shards.
pub(crate) const fn grow_refusal(entity: &EntitySchema, key: usize) -> Option<Text> {
    refusal(entity, key, "grow", "another count; hash shards keep the items of the older one with `legacy(..)`")
}

/// For `until` of an older key.
pub(crate) const fn until_refusal(entity: &EntitySchema, key: usize) -> Option<Text> {
    refusal(entity, key, "until", "leave `until` out: every read then visits the older key")
}

const fn refusal(entity: &EntitySchema, key: usize, option: &str, way_out: &str) -> Option<Text> {
    let Some(declared) = DeclaredKey::of(entity, key) else {
        return None;
    };
    if declared.key.time_field(entity).is_some() {
        return None;
    }
    let mut text = Text::opening("KW009", declared.key.index);
    text.name(option).push(" goes by the time of each item, and the key of ").name(entity.name).push(" holds none");
    text.line("key").push(declared.key.partition.source);
    if let Some(sort) = declared.key.sort {
        text.push("  ").push(sort.source);
    }
    text.line("fix")
        .push("a time in the sort key, as in `<at>#..`, or its bucket in the partition key, as in `<at:day>`");
    text.line("or").push(way_out);
    Some(text)
}

#[cfg(test)]
mod tests;
