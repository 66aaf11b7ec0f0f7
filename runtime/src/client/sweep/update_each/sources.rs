//! Attributes from which fields are read under another name.

use serde::{Serialize, de::DeserializeOwned};

use crate::{
    Entity, Item, Result,
    item::{
        decode::decode,
        encode::{encode_at, is_ours},
        equal::same_items,
        stamp::Stamp,
        stored::schema,
    },
};

/// The attributes that are not the entity's by name, and yet one of its fields is read from them, as by serde's
/// `alias`. Once the field is written under its own name they have to go: a field that is there twice does not decode.
///
/// # Errors
///
/// That of an item which does not encode as it was read, so that its attributes cannot be told apart.
pub(super) fn sources<E: Entity + Serialize + DeserializeOwned>(
    stored: &Item,
    encoded: Result<Item>,
    wanted: &Item,
    shard: Option<u32>,
    stamp: Stamp,
) -> Result<Vec<String>> {
    let entity = schema::<E>();
    let is_renamed = |name: &str| wanted.contains_key(name) && !stored.contains_key(name);
    if !entity.fields.iter().any(|field| is_renamed(field.attribute)) {
        return Ok(Vec::new());
    }
    let others: Vec<_> = stored.keys().filter(|name| !is_ours(entity, name)).collect();
    if others.is_empty() {
        return Ok(Vec::new());
    }
    let encoded = encoded?;
    let is_source = |name: &&String| {
        let mut without = stored.clone();
        without.remove(*name);
        let read = decode::<E>(entity, without).and_then(|item| encode_at(&item, shard, stamp));
        !encoded.contains_key(name.as_str()) && read.map_or(true, |read| !same_items(&read.item, &encoded))
    };
    Ok(others.into_iter().filter(is_source).cloned().collect())
}
