//! Divides a sweep among processes.

use std::{ops::Range, time::Duration};

use super::{Saving, Sweep};
use crate::{Entity, client::CheckpointStore, workers::Share};

impl<'a, E: Entity> Sweep<'a, E> {
    /// Processes only these segments, counted from 0, so that several processes can divide a run among them:
    /// `.segments(256).own(0..32)` in the first of eight. Without it, all segments are processed, or those of the
    /// checkpoint that the run [resumes](Self::resume).
    ///
    /// Each item is in one segment. Checkpoints, reports and rates are those of the owned segments: a sum of
    /// [`SweepReport`]s is the report of the whole. Two runs that own the same segment at the same time do the work
    /// twice, but lose nothing, because each write requires that its item is unchanged.
    ///
    /// # Errors
    ///
    /// Awaiting the run fails with [`InvalidArgument`] if the range is empty, or not within the segments of the run or
    /// of its checkpoint.
    ///
    /// [`SweepReport`]: crate::client::SweepReport
    /// [`InvalidArgument`]: crate::ErrorKind::InvalidArgument
    pub fn own(mut self, segments: Range<usize>) -> Self {
        self.division.own = Some(segments);
        self
    }

    /// Processes the segments of this share, at its rates: see [`workers`](crate::workers).
    pub fn share(self, share: &Share) -> Self {
        let segments = self.segments(share.total_segments).own(share.segments());
        segments.read_units_per_second(share.read_units_per_second).write_units_per_second(share.write_units_per_second)
    }

    /// Begins each segment at its checkpoint in this store, and saves its checkpoints there: about every 5 seconds,
    /// which [`save_every`](Self::save_every) changes, at the end of the segment, and if an error ends the run. Items
    /// after the last checkpoint are read and processed again.
    ///
    /// Any process can therefore continue the segments of a process that was killed, with the same number of
    /// [`segments`](Self::segments). If the store says that all owned segments are complete, the run does nothing.
    ///
    /// # Errors
    ///
    /// Awaiting the run fails with [`CheckpointStore`] if the store fails, with the errors of [`resume`](Self::resume)
    /// for the checkpoints of another run, and with [`InvalidArgument`] together with `resume` or
    /// [`dry_run`](Self::dry_run).
    ///
    /// [`CheckpointStore`]: crate::ErrorKind::CheckpointStore
    /// [`InvalidArgument`]: crate::ErrorKind::InvalidArgument
    pub fn checkpoint_store(mut self, store: impl CheckpointStore + 'a) -> Self {
        self.saving = Some(Saving::new(store));
        self
    }

    /// Sets the minimum time between two saves of a segment in the [store](Self::checkpoint_store). With zero, each
    /// page of up to 100 items is followed by a save.
    pub fn save_every(mut self, interval: Duration) -> Self {
        self.save_every = Some(interval);
        self
    }

    /// Ends the run after this time, once the pages of up to 100 items that it has read are processed. Then
    /// [`unfinished_segments`](crate::client::SweepReport::unfinished_segments) is not 0, and a later run can continue
    /// from the last checkpoints. Use it if a process has a limited time, such as the 15 minutes of a Lambda function.
    pub fn time_limit(mut self, limit: Duration) -> Self {
        self.time_limit = Some(limit);
        self
    }
}
