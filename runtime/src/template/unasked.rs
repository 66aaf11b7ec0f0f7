//! Indexes that items enter without a declaration, such as an inverted index over the table's own key attributes.

use super::declared_key::DeclaredKey;
use crate::schema::{EntitySchema, IndexSchema, KeyAttributes, KeyPart, KeySchema, Template, without_appended_shard};

/// The most indexes whose keys are found: DynamoDB's default quota of global indexes.
pub(crate) const MAX_KEYS: usize = 20;

/// Returns the keys of the global indexes that the entity does not declare, and whose key attributes its items store
/// anyway, and their number. Those after them are empty.
pub(crate) const fn unasked_keys(entity: &EntitySchema) -> ([KeySchema; MAX_KEYS], usize) {
    let mut keys = [KeySchema::BARE; MAX_KEYS];
    let mut count = 0;
    let mut indexes = entity.table.indexes;
    while let [index, rest @ ..] = indexes {
        if count < MAX_KEYS
            && let Some(key) = key_on(entity, index)
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
        let (keys, count) = unasked_keys(self);
        let keys: &'static [KeySchema] = Box::leak(Box::new(keys));
        Box::leak(Box::new(Self { unasked: keys.split_at(count).0, ..*self }))
    }
}

/// Returns the key with which items are in an index that the entity does not declare. `None` if they lack one of its
/// key attributes, or if a part of its key has several attributes.
const fn key_on(entity: &EntitySchema, index: &IndexSchema) -> Option<KeySchema> {
    if entity.keys.is_empty() || entity.key_on(index.name).is_some() {
        return None;
    }
    let Some((source, part, partition)) = stored_as(entity, index.partition_key) else { return None };
    let sort = match index.sort_key {
        Some(attributes) => match stored_as(entity, attributes) {
            Some((_, _, sort)) => Some(without_shards(sort)),
            None => return None,
        },
        None => None,
    };
    let key = KeySchema { index: Some(index.name), query: "", sort, ..KeySchema::BARE };
    let source = &entity.keys[source];
    Some(match part {
        KeyPart::Partition => {
            KeySchema { partition, shard: source.shard, since: source.since, legacy: source.legacy, ..key }
        }
        KeyPart::Sort => KeySchema { partition, ..key },
    })
}

/// Returns the declared key that writes the only one of these attributes, the part of that key, and the template.
const fn stored_as(entity: &EntitySchema, attributes: KeyAttributes) -> Option<(usize, KeyPart, Template)> {
    if attributes.count() != 1 {
        return None;
    }
    let mut place = 0;
    while place < entity.keys.len() {
        if let Some(key) = DeclaredKey::of(entity, place)
            && !key.key.local
            && let Some(part) = key.part_of(attributes.first.name)
            && let Some((whole, template)) = of_part(&key, part)
        {
            let of_table = if place == 0 { Some(part) } else { template.of_table };
            return if whole { Some((place, part, Template { of_table, ..template })) } else { None };
        }
        place += 1;
    }
    None
}

/// Returns the template of a part of a key, and whether it is written to one attribute.
const fn of_part(key: &DeclaredKey<'_>, part: KeyPart) -> Option<(bool, Template)> {
    match (part, key.key.sort, key.sort) {
        (KeyPart::Partition, ..) => Some((key.partition.count() == 1, key.key.partition)),
        (KeyPart::Sort, Some(sort), Some(attributes)) => Some((attributes.count() == 1, sort)),
        (KeyPart::Sort, ..) => None,
    }
}

/// As a sort key, a partition key with shards counts without them.
const fn without_shards(template: Template) -> Template {
    Template { segments: without_appended_shard(template.segments), ..template }
}

#[cfg(test)]
mod tests;
