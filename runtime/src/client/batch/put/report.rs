//! What became of a batch.

use std::{fmt, sync::Arc};

use crate::{Entity, Error, Key};

/// What became of the items of a batch: each is written, or left over with a reason.
#[must_use = "items that were left over are in here, and nowhere else"]
#[non_exhaustive]
pub struct BatchReport<'a, E> {
    /// How many items were written.
    pub written: usize,
    /// The items that were not written, or of which it is not known, in their order in the batch.
    ///
    /// [`Handle::batch_put_leftovers`](crate::Handle::batch_put_leftovers) writes them again.
    pub leftovers: Vec<Leftover<'a, E>>,
}

/// An item of a batch that was not written, or of which that is not known.
pub struct Leftover<'a, E> {
    /// The item.
    pub entity: &'a E,
    /// Its key; where shards are random, with the shard that was picked for it.
    pub key: Key<E>,
    /// Why. Items of one request share it; [`Error::outcome`] says whether the item may have been written.
    pub reason: Arc<Error>,
}

impl<E> BatchReport<'_, E> {
    /// Whether every item was written.
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
