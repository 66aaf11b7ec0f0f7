//! Stores the checkpoints of a run that is divided among several processes, one for each segment.

mod files;
mod items;

use std::{error::Error as StdError, fmt, ops::Range, pin::Pin, sync::Arc};

use futures_util::{StreamExt as _, TryStreamExt as _, stream};

use super::Checkpoint;
use crate::{Error, ErrorKind, Result};
pub use files::FileCheckpoints;
pub use items::ItemCheckpoints;

/// The maximum number of requests to a store in flight.
const IN_FLIGHT: usize = 16;

/// The error of a [`CheckpointStore`].
pub type StoreError = Box<dyn StdError + Send + Sync>;

/// The future of a [`CheckpointStore`], which an implementation makes with `Box::pin(async move { .. })`.
pub type Storing<'a, O> = Pin<Box<dyn Future<Output = Result<O, StoreError>> + Send + 'a>>;

/// Stores the checkpoints of one run, one for each segment, so that any process can continue a segment where another
/// one stopped.
///
/// [`FileCheckpoints`] keeps them in a folder, [`ItemCheckpoints`] in a DynamoDB table. A sweep loads and saves its own
/// segments if it [has a store](crate::client::Sweep::checkpoint_store). A program that scans calls
/// [`Checkpoint::load`] and [`Checkpoint::save`], because only it knows which items it has processed.
///
/// Both methods are idempotent. If two processes save the same segment, either checkpoint may be kept: a run that
/// resumes from the earlier one reads some items again and omits none.
///
/// ```
/// use std::{collections::HashMap, sync::Mutex};
/// use keywright::client::{Checkpoint, CheckpointStore, Segment, Storing};
///
/// #[derive(Default)]
/// struct Memory(Mutex<HashMap<Segment, String>>);
///
/// impl CheckpointStore for Memory {
///     fn load(&self, segment: Segment) -> Storing<'_, Option<Checkpoint>> {
///         Box::pin(async move {
///             let text = self.0.lock().unwrap().get(&segment).cloned();
///             Ok(text.map(|text| text.parse()).transpose()?)
///         })
///     }
///
///     fn save<'a>(&'a self, segment: Segment, checkpoint: &'a Checkpoint) -> Storing<'a, ()> {
///         Box::pin(async move {
///             self.0.lock().unwrap().insert(segment, checkpoint.to_string());
///             Ok(())
///         })
///     }
/// }
/// ```
pub trait CheckpointStore: Send + Sync {
    /// Returns the last saved checkpoint of a segment. `None` if none was saved.
    fn load(&self, segment: Segment) -> Storing<'_, Option<Checkpoint>>;

    /// Saves the checkpoint of a segment, and replaces an earlier one.
    fn save<'a>(&'a self, segment: Segment, checkpoint: &'a Checkpoint) -> Storing<'a, ()>;
}

impl<S: CheckpointStore + ?Sized> CheckpointStore for &S {
    fn load(&self, segment: Segment) -> Storing<'_, Option<Checkpoint>> {
        S::load(self, segment)
    }

    fn save<'a>(&'a self, segment: Segment, checkpoint: &'a Checkpoint) -> Storing<'a, ()> {
        S::save(self, segment, checkpoint)
    }
}

impl<S: CheckpointStore + ?Sized> CheckpointStore for Arc<S> {
    fn load(&self, segment: Segment) -> Storing<'_, Option<Checkpoint>> {
        S::load(self, segment)
    }

    fn save<'a>(&'a self, segment: Segment, checkpoint: &'a Checkpoint) -> Storing<'a, ()> {
        S::save(self, segment, checkpoint)
    }
}

/// One segment of a run that is divided into `total` segments. As text it is `17-of-256`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Segment {
    /// Its number, counted from 0.
    pub number: usize,
    /// The number of segments of the run.
    pub total: usize,
}

impl fmt::Display for Segment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-of-{}", self.number, self.total)
    }
}

impl Checkpoint {
    /// Loads the checkpoint of some segments, for `resume` of a scan or a sweep. A segment without a saved checkpoint
    /// starts at its beginning. `None` if no segment has one.
    ///
    /// # Errors
    ///
    /// [`CheckpointStore`](ErrorKind::CheckpointStore) if the store fails, with its error as
    /// [`source`](std::error::Error::source), or if it returns the checkpoint of another segment.
    /// [`CursorForeign`](ErrorKind::CursorForeign) if the segments have checkpoints of different runs.
    pub async fn load(store: &dyn CheckpointStore, segments: usize, own: Range<usize>) -> Result<Option<Self>> {
        let loads = own.clone().map(|number| load_segment(store, Segment { number, total: segments }));
        let loaded: Vec<_> = stream::iter(loads).buffered(IN_FLIGHT).try_collect().await?;
        Self::joined(segments, own, loaded.into_iter().flatten())
    }

    /// Saves the checkpoint of each segment that this checkpoint contains.
    ///
    /// # Errors
    ///
    /// [`CheckpointStore`](ErrorKind::CheckpointStore) if the store fails. Some of the segments may then be saved.
    pub async fn save(&self, store: &dyn CheckpointStore) -> Result<()> {
        let saves = self.segments().map(|segment| self.save_segment(store, segment));
        stream::iter(saves).buffer_unordered(IN_FLIGHT).try_collect().await
    }

    /// Saves the checkpoint of one segment, if this checkpoint contains it.
    async fn save_segment(&self, store: &dyn CheckpointStore, segment: usize) -> Result<()> {
        let Some(part) = self.part(segment..segment.saturating_add(1)) else { return Ok(()) };
        let segment = Segment { number: segment, total: self.total_segments() };
        store.save(segment, &part).await.map_err(|error| failed("saved", segment, error))
    }
}

async fn load_segment(store: &dyn CheckpointStore, segment: Segment) -> Result<Option<Checkpoint>> {
    let loaded = store.load(segment).await.map_err(|error| failed("loaded", segment, error))?;
    match loaded {
        Some(other) if other.total_segments() != segment.total || !other.segments().eq([segment.number]) => {
            let (found, total) = (other.segments(), other.total_segments());
            let message = format!(
                "the checkpoint store returned the segments {found:?} of {total} for the segment {segment}; return \
                 what was saved for this segment"
            );
            Err(Error::new(ErrorKind::CheckpointStore, message))
        }
        loaded => Ok(loaded),
    }
}

fn failed(done: &str, segment: Segment, error: StoreError) -> Error {
    let message = format!("the checkpoint of the segment {segment} could not be {done}: {error}");
    Error::new(ErrorKind::CheckpointStore, message).in_segment(segment.number, segment.total).caused_by(error)
}
