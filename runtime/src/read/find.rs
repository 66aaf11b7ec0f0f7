//! One item of a randomly sharded entity, in whatever shard it is.

use crate::{Entity, Key};

/// Asks every shard for one key, in one batch per 100 shards. Built by the generated `find(..)`.
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
