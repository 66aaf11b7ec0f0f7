//! The fields that determine a key.

use crate::{
    key::lossy::is_whole_in,
    schema::{EntitySchema, KeySchema, Segment, ShardBy, Sharding},
};

/// Returns the sharding of the table's key.
pub(crate) fn sharding(entity: &EntitySchema) -> Option<Sharding> {
    entity.keys.first().and_then(|key| key.shard)
}

/// Returns the fields that determine the table key, without duplicates.
pub(crate) fn key_fields(entity: &EntitySchema) -> Vec<u8> {
    entity.keys.first().map(fields_of).unwrap_or_default()
}

/// Returns the positions of the fields that determine the table's key, and that an older key does not contain, or
/// contains only in part. Items that differ only in such a field can have one older key.
pub(crate) fn fields_lost_by_older_keys(entity: &EntitySchema) -> Vec<u8> {
    let Some(key) = entity.keys.first() else { return Vec::new() };
    let is_kept = |field: u8| key.legacy.iter().all(|older| is_whole_in(entity, key, &older.partition, field));
    fields_of(key).into_iter().filter(|field| !is_kept(*field)).collect()
}

/// Returns the fields that determine a key, without duplicates.
pub(crate) fn fields_of(key: &KeySchema) -> Vec<u8> {
    let mut fields: Vec<u8> = placed_fields(key).collect();
    fields.sort_unstable();
    fields.dedup();
    fields
}

/// Returns the fields that determine a key. A field occurs as often as the key contains it.
pub(crate) fn placed_fields(key: &KeySchema) -> impl Iterator<Item = u8> {
    let segments = key.partition.segments.iter().chain(key.sort.map_or(&[][..], |sort| sort.segments));
    let placed = segments.filter_map(|segment| match segment {
        Segment::Field { field, .. } => Some(*field),
        _ => None,
    });
    let hashed = match key.shard.map(|shard| shard.by) {
        Some(ShardBy::Hash { fields, .. }) => fields,
        _ => &[],
    };
    placed.chain(hashed.iter().copied())
}
