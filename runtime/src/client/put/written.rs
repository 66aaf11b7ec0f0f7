//! The key and the version of an item that was put.

use crate::{Entity, Key, item::locate::key_with_shard};

/// Reports the key and the version that a [`put`](crate::Handle::put), [`create`](crate::Handle::create) or
/// [`replace`](crate::Handle::replace) wrote.
///
/// A throttled append to random shards may use a shard other than the first one that it tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Written {
    shard: Option<u32>,
    version: u64,
}

impl Written {
    pub(crate) fn new(shard: Option<u32>) -> Self {
        Self { shard, version: 0 }
    }

    pub(crate) fn of_version(self, version: Option<u64>) -> Self {
        Self { version: version.unwrap_or_default(), ..self }
    }

    /// Returns the version of the item that was put, to store in the struct. 0 if no field of the entity is a
    /// [version](crate::version).
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Returns the random shard that contains the item. `None` if shards are not random.
    pub fn shard(&self) -> Option<u32> {
        self.shard
    }

    /// Returns the key of the item that was put, including the random shard.
    pub fn key<E: Entity>(&self, item: &E) -> Key<E> {
        key_with_shard(item, self.shard)
    }
}
