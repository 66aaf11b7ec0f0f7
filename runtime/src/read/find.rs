//! Finds one item of a randomly sharded entity in any shard.

use crate::{Entity, Key};

/// Reads one key in every shard, in one batch per 100 shards. Made by the generated `find(..)`.
#[must_use = "a find does nothing until it is sent: `.send(&table).await`"]
pub struct Find<E> {
    pub(crate) key: Key<E>,
}

impl<E: Entity> Find<E> {
    #[doc(hidden)]
    pub fn __new(key: Key<E>) -> Self {
        Self { key }
    }
}
