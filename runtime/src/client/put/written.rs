//! What a put has written, and where.

use crate::{Entity, Key, item::locate::key_with};

/// What a [`put`](crate::Handle::put), [`create`](crate::Handle::create) or [`replace`](crate::Handle::replace) has
/// written, and where.
///
/// An append to random shards goes to another shard than that which it asked first when that one is throttled.
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

    /// The version of the item that was put, to be kept in the struct; 0 where no field of the entity is a
    /// [version](crate::version).
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The random shard that holds the item; `None` where shards are not random.
    pub fn shard(&self) -> Option<u32> {
        self.shard
    }

    /// The key of the item that was put, the random shard included.
    pub fn key<E: Entity>(&self, item: &E) -> Key<E> {
        key_with(item, self.shard)
    }
}
