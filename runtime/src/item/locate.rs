//! Converts between keys of entities and the keys under which their items are stored.

use super::{
    attributed::Attributed,
    encode::{is_random, table_key},
    key_fields::{key_fields, sharding},
    stored::{insert_key, schema, stored_key},
};
use crate::{
    Entity, Error, ErrorKind, Item, Key, Result,
    key::{ItemKey, parse},
    schema::EntitySchema,
};

/// Builds the table key from a key's values.
pub(crate) fn item_key_of<E: Entity>(key: &Key<E>) -> Result<ItemKey> {
    let entity = schema::<E>();
    shard_is_known(entity, key.shard)?;
    table_key(entity, &|field| key.value(field), key.shard)
}

/// Returns an error if the entity has random shards and the item's shard is not known.
pub(crate) fn shard_is_known(entity: &'static EntitySchema, shard: Option<u32>) -> Result<()> {
    if shard.is_some() || !is_random(entity) {
        return Ok(());
    }
    let message = "the key does not say in which shard the item is; \
                   use `key_in_shard(shard, ..)`, a `Located` item's key, or `find(..)`, which reads every shard";
    Err(Error::new(ErrorKind::InvalidArgument, message).of_entity(entity.name))
}

/// Returns the attributes of a table key, as requests contain them.
pub(crate) fn key_item(entity: &'static EntitySchema, key: &ItemKey) -> Item {
    let mut item = Item::with_capacity(2);
    insert_key(entity, 0, key, &mut item);
    item
}

/// Returns the key of an item that was read: its fields' values, and the shard in which it is stored.
pub(crate) fn located_key<E: Entity>(item: &E, stored: &impl Attributed) -> Result<Key<E>> {
    let entity = schema::<E>();
    let shard = match sharding(entity) {
        None => None,
        Some(_) => {
            let stored = stored_key(entity, 0, stored).ok_or_else(|| {
                let message = "an item lacks the table's key attributes; read whole items, or items with their keys";
                Error::new(ErrorKind::Decode, message).of_entity(entity.name)
            })?;
            parse(entity, 0, &stored)?.shard
        }
    };
    Ok(key_with_shard(item, shard))
}

/// Returns the key of an item to write into this shard. `None` means the shard that its fields determine.
pub(crate) fn key_with_shard<E: Entity>(item: &E, shard: Option<u32>) -> Key<E> {
    let mut key = Key::__new(shard);
    for field in key_fields(schema::<E>()) {
        key.values.extend(item.__value(field).map(|value| (field, value.into_owned())));
    }
    key
}
