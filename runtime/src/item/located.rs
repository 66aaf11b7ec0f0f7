//! An item with the key under which it is stored.

use std::fmt;

use crate::{Entity, Key};

/// An item with the key under which it was found, including the shard.
///
/// Use it to update and delete items of randomly sharded entities, whose fields do not determine their shard.
pub struct Located<E> {
    /// The item.
    pub item: E,
    /// The key under which it is stored.
    pub key: Key<E>,
}

impl<E: Clone> Clone for Located<E> {
    fn clone(&self) -> Self {
        Self { item: self.item.clone(), key: self.key.clone() }
    }
}

impl<E: Entity + fmt::Debug> fmt::Debug for Located<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Located").field("item", &self.item).field("key", &self.key).finish()
    }
}
