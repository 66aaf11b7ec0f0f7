//! Finds copies of one item under older table keys (`legacy`).

use serde::de::DeserializeOwned;

use crate::{
    Entity, Item, Result,
    item::{
        decode::decode,
        encode::is_random,
        legacy::{all_keys, is_same, may_be_of_entity},
        locate::key_with_shard,
        stored::schema,
    },
    key::ItemKey,
};

/// Functions that find the copies of an entity's items.
#[derive(Clone, Copy)]
pub(crate) struct Copies {
    /// Returns the keys under which an item can be stored, the newest design's first.
    pub(super) possible_keys: fn(&Item) -> Result<Vec<ItemKey>>,
    /// Returns whether another item is a copy of an item.
    pub(super) is_copy: fn(&Item, &Item) -> Result<bool>,
}

impl Copies {
    /// Returns `None` if an item has only one key, or, with random shards, no key of its own.
    pub(crate) fn of<E: Entity + DeserializeOwned>() -> Option<Self> {
        let entity = schema::<E>();
        let has_older = entity.keys.first().is_some_and(|key| !key.legacy.is_empty());
        (has_older && !is_random(entity)).then_some(Self { possible_keys: possible_keys::<E>, is_copy: is_copy::<E> })
    }
}

fn possible_keys<E: Entity + DeserializeOwned>(stored: &Item) -> Result<Vec<ItemKey>> {
    let entity = schema::<E>();
    let key = key_with_shard(&decode::<E>(entity, stored.clone())?, None);
    all_keys(entity, &|field| key.value(field))
}

fn is_copy<E: Entity + DeserializeOwned>(of: &Item, other: &Item) -> Result<bool> {
    let entity = schema::<E>();
    let key = key_with_shard(&decode::<E>(entity, of.clone())?, None);
    Ok(may_be_of_entity(entity, other) && is_same(&key, entity, &decode::<E>(entity, other.clone())?))
}
