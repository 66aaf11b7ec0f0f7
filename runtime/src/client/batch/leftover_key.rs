//! A key that a batch could not read or delete.

use std::{fmt, sync::Arc};

use crate::{Entity, Error, Key};

/// A key of a batch that was not read or not deleted.
pub struct LeftoverKey<E> {
    /// Its position in the batch, counted from 0.
    pub position: usize,
    /// The key.
    pub key: Key<E>,
    /// The reason. Keys of one request can share it. For a delete, [`Error::outcome`] says whether it may have been
    /// carried out.
    pub reason: Arc<Error>,
}

impl<E: Entity> fmt::Debug for LeftoverKey<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("LeftoverKey");
        debug.field("position", &self.position).field("key", &self.key).field("reason", &self.reason).finish()
    }
}
