//! Indexes that items enter without a declaration, such as an inverted index over the table's own key attributes.

mod joined;

pub(crate) use joined::Joined;
use joined::Place;

use super::declared_key::DeclaredKey;
use crate::{
    key::KeyPart,
    schema::{
        EntitySchema, IndexSchema, KeyAttributes, KeySchema, Segment, Sharding, Template, without_appended_shard,
    },
};

/// The most indexes whose keys are found: DynamoDB's default quota of global indexes.
pub(crate) const MAX_KEYS: usize = 20;

/// Returns the keys of the global indexes that the entity does not declare, and whose key attributes its items store
/// anyway, and their number. Those after them are empty.
pub(crate) const fn unasked_keys(entity: &EntitySchema, joined: &'static Joined) -> ([KeySchema; MAX_KEYS], usize) {
    let mut keys = [KeySchema::BARE; MAX_KEYS];
    let mut count = 0;
    let mut at = Joined::START;
    let mut indexes = entity.table.indexes;
    while let [index, rest @ ..] = indexes {
        if count < MAX_KEYS
            && let Some(key) = key_on(entity, index, (joined, &mut at))
        {
            keys[count] = key;
            count += 1;
        }
        indexes = rest;
    }
    (keys, count)
}

#[cfg(test)]
impl EntitySchema {
    /// Returns the schema as its table lists it.
    pub(crate) fn listed(&self) -> &'static Self {
        let (keys, count) = unasked_keys(self, Box::leak(Box::new(Joined::of(self))));
        let keys: &'static [KeySchema] = Box::leak(Box::new(keys));
        Box::leak(Box::new(Self { unasked: keys.split_at(count).0, ..*self }))
    }
}

/// Returns the key with which items are in an index that the entity does not declare. `None` if they lack one of its
/// key attributes.
const fn key_on(
    entity: &EntitySchema,
    index: &IndexSchema,
    (joined, at): (&'static Joined, &mut Place),
) -> Option<KeySchema> {
    if entity.keys.is_empty() || entity.key_on(index.name).is_some() {
        return None;
    }
    // Both parts advance the position among the joined ones, also if the other is not stored.
    let partition = template_of(entity, (KeyPart::Partition, index.partition_key), (joined, at));
    let sort = match index.sort_key {
        Some(attributes) => match template_of(entity, (KeyPart::Sort, attributes), (joined, at)) {
            Some(template) => Some(template),
            None => return None,
        },
        None => None,
    };
    let Some(partition) = partition else { return None };
    let shard = shard_of(entity, index.partition_key);
    let key = KeySchema { index: Some(index.name), query: "", partition, sort, shard, ..KeySchema::BARE };
    if index.partition_key.count() == 1
        && let Some(Stored { whole_partition: true, key: source, .. }) =
            stored_as(entity, index.partition_key.first.name, KeyPart::Partition)
    {
        return Some(KeySchema { since: source.since, legacy: source.legacy, ..key });
    }
    Some(key)
}

const fn template_of(
    entity: &EntitySchema,
    (part, attributes): (KeyPart, KeyAttributes),
    (joined, at): (&'static Joined, &mut Place),
) -> Option<Template> {
    if attributes.count() > 1 {
        return joined.next(at, entity, (part, attributes));
    }
    match stored_as(entity, attributes.first.name, part) {
        Some(stored) => Some(stored.template),
        None => None,
    }
}

/// An attribute that a declared key writes.
struct Stored {
    template: Template,
    key: KeySchema,
    /// Whether the attribute is the whole partition key of `key`.
    whole_partition: bool,
}

/// Returns how an entity stores an attribute that is in this part of an index's key. In a sort key, an appended shard
/// is omitted.
const fn stored_as(entity: &EntitySchema, name: &str, part_of_index: KeyPart) -> Option<Stored> {
    let mut place = 0;
    while place < entity.keys.len() {
        if let Some(declared) = DeclaredKey::of(entity, place)
            && !declared.key.local
            && let Some((part, attribute)) = declared.place_of(name)
            && let Some(written) = declared.attribute_part(part, attribute)
        {
            let segments = match part_of_index {
                KeyPart::Partition => written.template.segments,
                KeyPart::Sort => without_appended_shard(written.template.segments),
            };
            let of_table = if place == 0 { Some(part) } else { written.template.of_table };
            return Some(Stored {
                template: Template { segments, of_table, ..written.template },
                key: *declared.key,
                whole_partition: matches!(part, KeyPart::Partition) && declared.partition.count() == 1,
            });
        }
        place += 1;
    }
    None
}

/// Returns the sharding of the first of these attributes of a partition key that contains a shard.
const fn shard_of(entity: &EntitySchema, attributes: KeyAttributes) -> Option<Sharding> {
    let mut place = 0;
    while let Some(attribute) = attributes.at(place) {
        if let Some(stored) = stored_as(entity, attribute.name, KeyPart::Partition)
            && has_shard(stored.template.segments)
        {
            return stored.key.shard;
        }
        place += 1;
    }
    None
}

const fn has_shard(mut segments: &[Segment]) -> bool {
    while let [segment, rest @ ..] = segments {
        if let Segment::Shard { .. } = segment {
            return true;
        }
        segments = rest;
    }
    false
}

#[cfg(test)]
mod tests;
