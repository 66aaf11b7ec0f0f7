//! Where a put has written.

use super::locate::key_with;
use crate::{Entity, Key};

/// Where a [`put`](crate::Handle::put) has written its item.
///
/// An append to random shards goes to another shard than that which it asked first when that one is throttled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Written {
    shard: Option<u32>,
}

impl Written {
    pub(crate) fn new(shard: Option<u32>) -> Self {
        Self { shard }
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
