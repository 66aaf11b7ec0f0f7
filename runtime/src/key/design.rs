//! Determines the time of an item's key, and the design with which its partition key is written.

use super::{KeyValue, Timestamp};
use crate::schema::{EntitySchema, KeySchema, Sharding, Template};

/// Returns the template and the sharding with which an item of these values is written: those of the current design or,
/// before [`since`](KeySchema::since), of an older key.
pub(crate) fn written_design<'s, 'v>(
    entity: &EntitySchema,
    key: &'s KeySchema,
    value: &dyn Fn(u8) -> Option<KeyValue<'v>>,
) -> (&'s Template, Option<&'s Sharding>) {
    key.design(written_place(entity, key, value))
}

/// Returns the position in [`legacy`](KeySchema::legacy) of the design with which an item of these values is written.
/// `None` for the current design.
pub(crate) fn written_place<'v>(
    entity: &EntitySchema,
    key: &KeySchema,
    value: &dyn Fn(u8) -> Option<KeyValue<'v>>,
) -> Option<usize> {
    key.since?;
    key.written_at(time_of(entity, key, value))
}

/// Returns the time of the key of an item of these values, if it is known.
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
