//! Finds attributes from which fields are read under another name.

use serde::{Serialize, de::DeserializeOwned};

use crate::{
    Entity, Item, Result,
    item::{
        decode::decode, encode::encode_at, equal::same_items, names::is_entity_attribute, stamp::Stamp, stored::schema,
    },
};

/// Returns the attributes that no field is named after, but from which a field is read, as with serde's `alias`. They
/// must be removed once the field is written under its own name, because a duplicate field does not decode.
///
/// # Errors
///
/// The error of an item that does not encode in the form in which it was read, so that its attributes cannot be
/// attributed to fields.
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
    let others: Vec<_> = stored.keys().filter(|name| !is_entity_attribute(entity, name)).collect();
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
