//! Indexes that items enter without a declaration, such as an inverted index over the table's own key attributes.

use std::marker::PhantomData;

use super::{EntitySchema, IndexSchema, KeyAttributes, KeyPart, KeySchema, Template};
use crate::{entity::Entity, template::declared_key::DeclaredKey};

/// The most indexes whose keys are found: DynamoDB's default quota of global indexes.
const MAX_KEYS: usize = 20;

/// An entity as its table lists it: with the keys of the indexes that its items enter unasked.
pub(crate) struct Listed<E>(PhantomData<E>);

impl<E: Entity> Listed<E> {
    pub(crate) const SCHEMA: EntitySchema = EntitySchema { unasked: Self::KEYS, ..E::SCHEMA };

    const KEYS: &'static [KeySchema] = match Self::FOUND {
        (_, 0) => &[],
        (keys, count) => keys.split_at(*count).0,
    };

    const FOUND: &'static ([KeySchema; MAX_KEYS], usize) = &unasked_keys(&E::SCHEMA);
}

impl EntitySchema {
    /// The number of keys with which an item is in the table and its indexes: those that the entity declares, then
    /// those of indexes that its items enter [unasked](Self::unasked).
    pub const fn places(&self) -> usize {
        self.keys.len() + self.unasked.len()
    }

    /// Returns the key at this position: in [`keys`](Self::keys) or, from its length on, in
    /// [`unasked`](Self::unasked). The methods about the load and the size of a key, such as [`demand`](Self::demand),
    /// [`risk`](Self::risk) and [`entry_bytes`](Self::entry_bytes), accept these positions.
    pub const fn key_at(&self, place: usize) -> Option<&'static KeySchema> {
        if place < self.keys.len() {
            return Some(&self.keys[place]);
        }
        let place = place - self.keys.len();
        if place < self.unasked.len() { Some(&self.unasked[place]) } else { None }
    }

    /// Iterates over the keys that [`key_at`](Self::key_at) returns, in order.
    pub fn every_key(&self) -> impl Iterator<Item = &'static KeySchema> + use<> {
        self.keys.iter().chain(self.unasked)
    }

    /// Whether the entity does not declare the key at this position.
    pub const fn is_unasked(&self, place: usize) -> bool {
        place >= self.keys.len() && place < self.places()
    }
}

/// Returns the keys of the global indexes that the entity does not declare, and whose key attributes its items store
/// anyway, and their number. Those after them are empty.
const fn unasked_keys(entity: &EntitySchema) -> ([KeySchema; MAX_KEYS], usize) {
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
    Template { segments: super::over_table::without_appended_shard(template.segments), ..template }
}

#[cfg(test)]
mod tests;
