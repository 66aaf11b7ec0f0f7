//! Telling the item of a key from others that only share it.

pub(crate) use crate::key::lossy::lossy_fields;
use crate::{Entity, Key, schema::EntitySchema};

/// Whether an item found under a key is the one that the key's full values ask for.
pub(crate) fn is_requested_item<E: Entity>(key: &Key<E>, entity: &EntitySchema, item: &E) -> bool {
    lossy_fields(entity).into_iter().all(|field| key.value(field) == item.__value(field))
}
