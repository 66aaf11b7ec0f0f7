//! The time of an item's key, and the design of the partition key under which the item is written.

use super::{KeyValue, Timestamp};
use crate::schema::{EntitySchema, KeySchema, Sharding, Template};

/// The template and the shards under which an item of these values is written: today's, or before
/// [`since`](KeySchema::since) an older key's.
pub(crate) fn written_design<'s, 'v>(
    entity: &EntitySchema,
    key: &'s KeySchema,
    value: &dyn Fn(u8) -> Option<KeyValue<'v>>,
) -> (&'s Template, Option<&'s Sharding>) {
    key.design(written_place(entity, key, value))
}

/// The position in [`legacy`](KeySchema::legacy) of the design under which an item of these values is written. `None`
/// for today's.
pub(crate) fn written_place<'v>(
    entity: &EntitySchema,
    key: &KeySchema,
    value: &dyn Fn(u8) -> Option<KeyValue<'v>>,
) -> Option<usize> {
    key.since?;
    key.written_at(time_of(entity, key, value))
}

/// The time of the key of an item of these values, if it is known.
pub(crate) fn time_of<'v>(
    entity: &EntitySchema,
    key: &KeySchema,
    value: &dyn Fn(u8) -> Option<KeyValue<'v>>,
) -> Option<Timestamp> {
    match key.time_field(entity).and_then(value) {
        Some(KeyValue::Time(time)) => Some(time),
        _ => None,
    }
}
