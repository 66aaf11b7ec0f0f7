//! Where a put has written.

use std::fmt;

use super::locate::key_with;
use crate::{Entity, Key};

/// Where a [`put`](crate::Handle::put) has written its item.
///
/// An append to random shards goes to another shard than that which it asked first when that one is throttled.
pub struct Written<'a, E> {
    entity: &'a E,
    shard: Option<u32>,
}

impl<'a, E: Entity> Written<'a, E> {
    pub(crate) fn new(entity: &'a E, shard: Option<u32>) -> Self {
        Self { entity, shard }
    }

    /// The random shard that holds the item; `None` where shards are not random.
    pub fn shard(&self) -> Option<u32> {
        self.shard
    }

    /// The key of the item, the random shard included.
    pub fn key(&self) -> Key<E> {
        key_with(self.entity, self.shard)
    }
}

impl<E> Clone for Written<'_, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for Written<'_, E> {}

impl<E: Entity> fmt::Debug for Written<'_, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Written").field("key", &self.key()).finish()
    }
}
