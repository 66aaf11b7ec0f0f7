//! The possible locations of a counter's items.

use crate::{
    Entity, Item, Key, Result,
    item::{encode::table_key, legacy::older_keys, locate::key_item, stored::schema},
    key::{KeyValue, active_shards::counts_in_force, design::written_design, hash_of_values},
    read::Shards,
    schema::EntitySchema,
};

/// Returns the table keys of a counter's items: current keys first, then older ones, without duplicates.
///
/// A key with a time bucket is one counter for the whole bucket. Increments use the shard count at the first instant of
/// the bucket, and puts the one at their own time, so items can be in every shard that is in use during the bucket.
pub(super) fn possible_keys<E: Entity>(key: &Key<E>) -> Result<Vec<Item>> {
    let entity = schema::<E>();
    let value = |field| key.value(field);
    let current = shards(entity, &value)?.into_iter().map(|shard| table_key(entity, &value, shard));
    let mut keys = current.collect::<Result<Vec<_>>>()?;
    // A request must not contain a key twice.
    let older = older_keys(entity, &value)?.into_iter().filter(|key| !keys.contains(key));
    let older: Vec<_> = older.collect();
    keys.extend(older);
    Ok(keys.iter().map(|key| key_item(entity, key)).collect())
}

fn shards<'v>(entity: &EntitySchema, value: &dyn Fn(u8) -> Option<KeyValue<'v>>) -> Result<Vec<Option<u32>>> {
    let Some(key) = entity.keys.first() else { return Ok(vec![None]) };
    let (_, Some(sharding)) = written_design(entity, key, value) else { return Ok(vec![None]) };
    let counts = counts_in_force(entity, key, sharding, value);
    let shards = match hash_of_values(entity, sharding, value)? {
        Some(hash) => Shards::of_hash(sharding, counts, hash),
        None => Shards::all(sharding, counts.last().copied().unwrap_or(sharding.count)),
    };
    Ok(shards.iter().map(Some).collect())
}
