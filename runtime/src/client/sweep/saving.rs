//! Saves the checkpoints of a run in a store.

use std::{ops::Range, time::Duration};

use tokio::time::Instant;

use crate::{
    Result,
    client::{Checkpoint, CheckpointStore, scan::checkpoint::Division},
};

/// A store, and the time between two saves of the checkpoint of a segment.
pub(super) struct Saving<'a> {
    store: Box<dyn CheckpointStore + 'a>,
    every: Duration,
}

impl<'a> Saving<'a> {
    /// The default time between saves of a segment: a page takes less, and a save costs as much as an item's write.
    const EVERY: Duration = Duration::from_secs(5);

    pub(super) fn new(store: impl CheckpointStore + 'a) -> Self {
        Self { store: Box::new(store), every: Self::EVERY }
    }

    /// Sets the time between two saves of a segment, if it is given.
    pub(super) fn every(self, every: Option<Duration>) -> Self {
        Self { every: every.unwrap_or(self.every), ..self }
    }

    /// Loads the checkpoint at which the run begins in the segments that it owns.
    pub(super) async fn load(&self, division: &Division, own: Range<usize>) -> Result<Option<Checkpoint>> {
        Checkpoint::load(&*self.store, division.segments.unwrap_or(1), own).await
    }

    /// Whether a segment that was last saved at this time must be saved again.
    pub(super) fn is_due(&self, saved: Instant) -> bool {
        saved.elapsed() >= self.every
    }

    /// Saves the checkpoint of a segment.
    pub(super) async fn save(&self, part: Option<Checkpoint>) -> Result<()> {
        match part {
            Some(part) => part.save(&*self.store).await,
            None => Ok(()),
        }
    }

    /// Saves all segments after the run has failed.
    pub(super) async fn save_all(&self, checkpoint: &Checkpoint, operation: &str) {
        if let Err(error) = checkpoint.save(&*self.store).await {
            tracing::warn!(operation, %error, "the last checkpoints are not saved");
        }
    }
}
