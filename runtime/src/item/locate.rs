//! From a key to where its item is stored.

use super::{
    encode::{is_random, table_key},
    stored::{insert_key, schema, stored_key},
};
use crate::{
    Entity, Error, ErrorKind, Item, Key, Result,
    key::{ItemKey, parse},
    schema::{EntitySchema, KeySchema, Segment, ShardBy, Sharding},
};

/// The table key that a key's values make.
pub(crate) fn item_key_of<E: Entity>(key: &Key<E>) -> Result<ItemKey> {
    let entity = schema::<E>();
    if is_random(entity) && key.shard.is_none() {
        let message = "the key does not say in which shard the item is; \
                       use `key_in_shard(shard, ..)`, a `Located` item's key, or `find(..)`, which asks every shard";
        return Err(Error::new(ErrorKind::InvalidArgument, message).of_entity(entity.name));
    }
    table_key(entity, &|field| key.value(field), key.shard)
}

/// A table key as the attributes that requests carry.
pub(crate) fn key_item(entity: &'static EntitySchema, key: &ItemKey) -> Item {
    let mut item = Item::with_capacity(2);
    insert_key(entity, 0, key, &mut item);
    item
}

/// The key of an item that was read: its fields' values, and the shard in which it is stored.
pub(crate) fn located_key<E: Entity>(item: &E, stored: &Item) -> Result<Key<E>> {
    let entity = schema::<E>();
    let shard = match sharding(entity) {
        None => None,
        Some(_) => {
            let stored = stored_key(entity, 0, stored).ok_or_else(|| {
                let message =
                    "an item came without the table's key attributes; read whole items, or items with their keys";
                Error::new(ErrorKind::Decode, message).of_entity(entity.name)
            })?;
            parse(entity, 0, &stored)?.shard
        }
    };
    Ok(key_with(item, shard))
}

/// The key of an item that is to be written into a shard, or into the one its fields say.
pub(crate) fn key_with<E: Entity>(item: &E, shard: Option<u32>) -> Key<E> {
    let mut key = Key::__new(shard);
    for field in key_fields(schema::<E>()) {
        key.values.extend(item.__value(field).map(|value| (field, value.into_owned())));
    }
    key
}

/// How the table's key is sharded.
pub(crate) fn sharding(entity: &EntitySchema) -> Option<Sharding> {
    entity.keys.first().and_then(|key| key.shard)
}

/// The fields that decide the table key, each once.
pub(crate) fn key_fields(entity: &EntitySchema) -> Vec<u8> {
    entity.keys.first().map(fields_of).unwrap_or_default()
}

/// The fields that decide a key, each once.
pub(crate) fn fields_of(key: &KeySchema) -> Vec<u8> {
    let segments = key.partition.segments.iter().chain(key.sort.map_or(&[][..], |sort| sort.segments));
    let placed = segments.filter_map(|segment| match segment {
        Segment::Field { field, .. } => Some(*field),
        _ => None,
    });
    let hashed = match key.shard.map(|shard| shard.by) {
        Some(ShardBy::Hash { fields, .. }) => fields,
        _ => &[],
    };
    let mut fields: Vec<u8> = placed.chain(hashed.iter().copied()).collect();
    fields.sort_unstable();
    fields.dedup();
    fields
}
