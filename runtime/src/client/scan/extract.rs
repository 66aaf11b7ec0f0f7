//! Converts a stored item into what a scan returns.

use serde::de::DeserializeOwned;

use super::source::Source;
use crate::{
    Entity, Item, Key, Result,
    item::{
        decode::decode_read,
        legacy,
        locate::{key_with_shard, located_key},
        located::Located,
        read_item::ReadItem,
        stored::{belongs, key_text, schema, stored_key},
    },
};

/// Converts an item into the returned value. `None` if the item belongs to another entity.
pub(super) type Extract<O> = fn(&Source, ReadItem) -> Result<Option<O>>;

#[allow(clippy::unnecessary_wraps, reason = "it is one of several")]
pub(super) fn raw(_: &Source, item: ReadItem) -> Result<Option<Item>> {
    Ok(Some(item.into_item()))
}

pub(super) fn whole<E: Entity + DeserializeOwned>(_: &Source, item: ReadItem) -> Result<Option<E>> {
    let entity = schema::<E>();
    if belongs(entity, &item) { decode_read(entity, item).map(Some) } else { Ok(None) }
}

pub(super) fn located<E: Entity + DeserializeOwned>(source: &Source, stored: ReadItem) -> Result<Option<Located<E>>> {
    let Some(item) = whole::<E>(source, stored.clone())? else { return Ok(None) };
    let is_older = legacy::is_older(schema::<E>(), &stored);
    let key = if is_older { key_with_shard(&item, None) } else { located_key(&item, &stored)? };
    Ok(Some(Located { item, key }))
}

pub(super) fn key<E: Entity + DeserializeOwned>(source: &Source, stored: ReadItem) -> Result<Option<Key<E>>> {
    let entity = schema::<E>();
    if !source.keys_only {
        return Ok(located(source, stored)?.map(|located| located.key));
    }
    if !belongs(entity, &stored) {
        return Ok(None);
    }
    let Some(key) = stored_key(entity, 0, &stored) else { return Ok(None) };
    let parsed = Key::from_item_key(&key);
    parsed.map(Some).map_err(|error| error.of_entity(entity.name).at_key(key_text(entity, &key)))
}

#[allow(clippy::unnecessary_wraps, reason = "it is one of several")]
pub(super) fn counted<E: Entity>(_: &Source, item: ReadItem) -> Result<Option<()>> {
    Ok(belongs(schema::<E>(), &item).then_some(()))
}

#[allow(clippy::unnecessary_wraps, reason = "it is one of several")]
pub(super) fn counted_raw(_: &Source, _: ReadItem) -> Result<Option<()>> {
    Ok(Some(()))
}
