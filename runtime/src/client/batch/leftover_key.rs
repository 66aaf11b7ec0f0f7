//! A key that a batch has left over.

use std::{fmt, sync::Arc};

use crate::{Entity, Error, Key};

/// A key of a batch that was not read or not deleted.
pub struct LeftoverKey<E> {
    /// Its place in the batch, from 0.
    pub position: usize,
    /// The key.
    pub key: Key<E>,
    /// Why. Keys of one request can share it; of a delete, [`Error::outcome`] says whether it may have happened.
    pub reason: Arc<Error>,
}

impl<E: Entity> fmt::Debug for LeftoverKey<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("LeftoverKey");
        debug.field("position", &self.position).field("key", &self.key).field("reason", &self.reason).finish()
    }
}
