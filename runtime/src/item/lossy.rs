//! Distinguishes the item of a key from other items that are stored under the same key.

pub(crate) use crate::key::lossy::lossy_fields;
use crate::{Entity, Key, schema::EntitySchema};

/// Returns whether an item found under a key has the key's full values.
pub(crate) fn is_requested_item<E: Entity>(key: &Key<E>, entity: &EntitySchema, item: &E) -> bool {
    lossy_fields(entity).into_iter().all(|field| key.value(field) == item.__value(field))
}
