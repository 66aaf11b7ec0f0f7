//! The design of a partition key under which an item is written.

use super::{KeyValue, time_of};
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
