//! The result of a batch of puts.

use std::{fmt, sync::Arc};

use crate::{Entity, Error, Key};

/// The result of a batch of puts: each item was written, or is a leftover with a reason.
#[must_use = "it contains the items that were not written"]
#[non_exhaustive]
pub struct BatchReport<'a, E> {
    /// The number of items that were written.
    pub written: usize,
    /// The items that were not written, or whose outcome is unknown, in their order in the batch.
    ///
    /// [`Handle::batch_put_leftovers`](crate::Handle::batch_put_leftovers) writes them again.
    pub leftovers: Vec<Leftover<'a, E>>,
}

/// An item of a batch that was not written, or whose outcome is unknown.
pub struct Leftover<'a, E> {
    /// The item.
    pub entity: &'a E,
    /// Its key, including the random shard that was picked for it if shards are random.
    pub key: Key<E>,
    /// The reason. Items of one request share it. [`Error::outcome`] says whether the item may have been written.
    pub reason: Arc<Error>,
}

impl<E> BatchReport<'_, E> {
    /// Returns whether every item was written.
    pub fn is_complete(&self) -> bool {
        self.leftovers.is_empty()
    }
}

impl<E: Entity> fmt::Debug for BatchReport<'_, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BatchReport").field("written", &self.written).field("leftovers", &self.leftovers).finish()
    }
}

impl<E: Entity> fmt::Debug for Leftover<'_, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Leftover").field("key", &self.key).field("reason", &self.reason).finish_non_exhaustive()
    }
}
