//! Going over every item of an entity: scan, decide, write on condition, report.
//!
//! One machine of which `backfill`, `update_each` and `delete_each` are three uses.

mod backfill;
mod change;
mod condition;
mod copies;
mod cost;
mod decision;
mod delete_each;
mod derived_attributes;
mod item;
mod older_copies;
mod outcome;
mod report;
mod run;
mod sentinels;
mod unique_values;
mod update_each;
mod write;

use std::{fmt, future::IntoFuture, marker::PhantomData, sync::Arc};

use aws_sdk_dynamodb::operation::scan::ScanInput;

use super::{
    Checkpoint, Connection,
    scan::{Ask, Pages, Source, checkpoint::Target, progress::first},
    transport::{
        call::{Sending, call},
        failure::build_error,
    },
};
use crate::{
    Entity, Error, ErrorKind, Result,
    item::stored::schema,
    physics::limits::{PARTITION_READ_UNITS, PARTITION_WRITE_UNITS},
};
pub use backfill::{Backfill, BackfillReport};
pub use report::{FailedItem, SweepReport};
use run::{Progress, Run};

pub(crate) use change::{Change, differs};
pub(crate) use condition::Unchanged;
pub(crate) use copies::Copies;
pub(crate) use decision::{Decide, Decision, Kind};
pub(crate) use derived_attributes::derived;

/// Items of a page: what is judged between two checkpoints of a segment, and held in memory.
const PAGE_ITEMS: usize = 100;

/// The most segments of a sweep. All are read at once.
const MAX_SEGMENTS: usize = 1_000;

/// What is told of progress: how far a run has come, and what became of the items so far.
type Listener<'a> = Box<dyn FnMut(&Checkpoint, &SweepReport) + Send + 'a>;

/// What a run is told.
#[derive(Debug, Clone, Copy)]
struct Settings {
    segments: Option<usize>,
    read_units: u64,
    write_units: u64,
    max_failures: usize,
    consistent: bool,
    dry_run: bool,
    include_expired: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            segments: None,
            read_units: PARTITION_READ_UNITS / 2,
            write_units: PARTITION_WRITE_UNITS / 2,
            max_failures: 1_000,
            consistent: false,
            dry_run: false,
            include_expired: false,
        }
    }
}

/// A run over every item of an entity that is not begun yet. Made by
/// [`Handle::backfill`](crate::client::Handle::backfill), [`Handle::update_each`](crate::client::Handle::update_each)
/// and [`Handle::delete_each`](crate::client::Handle::delete_each).
///
/// Dropping its future stops it between two requests or with those on the wire; the last checkpoint goes on.
///
/// A request that is throttled is repeated up to 100 times, with full jitter up to 5 s, about 4 minutes: the table's
/// users go first. What fails in passing is repeated as every request of the handle. The client's `max_attempts(1)`
/// switches both off, its operation time-out bounds them, and a maximum that was set for on-demand throughput ends the
/// run at once: give a lower rate.
#[must_use = "it does nothing until it is awaited"]
pub struct Sweep<'a, E> {
    handle: &'a Connection,
    kind: Kind,
    decide: Decide<'a>,
    copies: Option<Copies>,
    entity: PhantomData<fn() -> E>,
    settings: Settings,
    resume: Option<Checkpoint>,
    listener: Option<Listener<'a>>,
}

impl<'a, E: Entity> Sweep<'a, E> {
    pub(crate) fn new(handle: &'a Connection, kind: Kind, decide: Decide<'a>) -> Self {
        let settings = Settings::default();
        Self { handle, kind, decide, copies: None, entity: PhantomData, settings, resume: None, listener: None }
    }

    /// Takes the copies of an item under older keys for one item.
    pub(crate) fn of_items(mut self, copies: Option<Copies>) -> Self {
        self.copies = copies;
        self
    }

    /// Scans the table in this many segments at once, 1 to 1,000; 1 by default. A scan goes along partitions,
    /// so more segments also spread the load over more of them.
    pub fn segments(mut self, segments: usize) -> Self {
        self.settings.segments = Some(segments);
        self
    }

    /// Reads at most this many units (RCU) a second, in all segments together: 1,500 unless said otherwise, half of
    /// what one partition carries.
    pub fn read_units_per_second(mut self, units: u64) -> Self {
        self.settings.read_units = units;
        self
    }

    /// Writes at most this many units (WCU) a second, in all segments together, those of the indexes included: 500
    /// unless said otherwise, half of what one partition carries.
    pub fn write_units_per_second(mut self, units: u64) -> Self {
        self.settings.write_units = units;
        self
    }

    /// Scans with strong consistency, which costs twice the read units. Without it, an item that was written within the
    /// last moments may be missed.
    pub fn consistent(mut self) -> Self {
        self.settings.consistent = true;
        self
    }

    /// Goes over items also if their time to live is over and DynamoDB has not deleted them yet: see
    /// [`lifecycle`](crate::lifecycle). Without it they stay as they are.
    pub fn include_expired(mut self) -> Self {
        self.settings.include_expired = true;
        self
    }

    /// Writes nothing. [`SweepReport::written`] then counts the items that would be written or deleted, and
    /// [`SweepReport::wcu`] what that would cost by DynamoDB's rules for the table and its declared indexes.
    pub fn dry_run(mut self) -> Self {
        self.settings.dry_run = true;
        self
    }

    /// Ends the run when more items than this fail: 1,000 unless said otherwise, for then it is likely the schema that
    /// is wrong. The error is that of the last one, and the listener of [`checkpoint`](Self::checkpoint) is told of
    /// all.
    pub fn max_failures(mut self, items: usize) -> Self {
        self.settings.max_failures = items;
        self
    }

    /// Is told how far the run has come, after each page of up to 100 items of a segment and once more when an error
    /// ends the run. All items up to the checkpoint are done or reported in [`SweepReport::failed`].
    ///
    /// The run waits for it: leave what takes long to another task.
    pub fn checkpoint(mut self, listener: impl FnMut(&Checkpoint, &SweepReport) + Send + 'a) -> Self {
        self.listener = Some(Box::new(listener));
        self
    }

    /// Goes on where an earlier run was, in as many segments as that one had. Items behind its last checkpoint are
    /// read and judged again. The report counts this run only.
    ///
    /// # Errors
    ///
    /// Awaiting it fails with [`CursorForeign`](ErrorKind::CursorForeign) for the checkpoint of another table, entity
    /// or kind of run, with [`CursorOutdated`](ErrorKind::CursorOutdated) where the entity's keys have changed since:
    /// what is before the checkpoint would lack the newest attributes; and with
    /// [`InvalidArgument`](ErrorKind::InvalidArgument) where [`segments`](Self::segments) says another number.
    pub fn resume(mut self, checkpoint: impl Into<Option<Checkpoint>>) -> Self {
        self.resume = checkpoint.into();
        self
    }

    fn check(&self) -> Result<()> {
        let refused = |message: String| Err(Error::new(ErrorKind::InvalidArgument, message));
        match self.settings {
            Settings { segments: Some(segments), .. } if !(1..=MAX_SEGMENTS).contains(&segments) => {
                refused(format!("a scan has 1 to {MAX_SEGMENTS} segments here, not {segments}; give such a number"))
            }
            Settings { read_units: 0, .. } => refused("0 read units a second read nothing; give 1 or more".into()),
            Settings { write_units: 0, .. } => refused("0 write units a second write nothing; give 1 or more".into()),
            _ => Ok(()),
        }
    }

    /// The first request to each segment as a value that can be printed. Nothing is sent.
    ///
    /// What is written follows from what is read: [`dry_run`](Self::dry_run) counts it, and a run opens into no
    /// requests of the SDK. [`Handle::scan`](crate::client::Handle::scan) does.
    ///
    /// # Errors
    ///
    /// Those that come before a request.
    pub fn params(&self) -> Result<Vec<ScanInput>> {
        let (pages, checkpoint) = self.begin()?;
        let asks = checkpoint.segments().iter().enumerate().filter_map(|(segment, reached)| first(segment, reached));
        let request = |ask| {
            let ask = Ask { limit: Some(PAGE_ITEMS), ..ask };
            let request = pages.source.request(self.handle.client(), &ask, pages.total);
            request.as_input().clone().build().map_err(build_error)
        };
        asks.map(request).collect()
    }

    /// What it takes to send its requests, and where it begins.
    fn begin(&self) -> Result<(Pages, Checkpoint)> {
        self.check()?;
        let (handle, entity) = (self.handle, schema::<E>());
        let table = handle.schema();
        let operation = self.kind.operation();
        let table_name = handle.table_name();
        let target =
            Target { operation, table_name, table, entity: Some(entity), index: None, filter: None, context: None };
        let checkpoint = Checkpoint::of(target, self.settings.segments, self.resume.clone())?;
        let source = Source {
            table_name: handle.table_name().to_owned(),
            table,
            entity: Some(entity),
            index: None,
            consistent: self.settings.consistent,
            filter: None,
            keys_only: false,
            include_expired: self.settings.include_expired,
        };
        let pages = Pages::new(operation, Arc::clone(handle.reads()), source, checkpoint.segments().len());
        Ok((pages.at_rate(Some(self.settings.read_units as f64)).in_background(), checkpoint))
    }

    async fn run(self) -> Result<SweepReport> {
        let (pages, checkpoint) = self.begin()?;
        let progress = Progress::from(checkpoint, self.listener);
        let run = Run::<E>::new(self.handle, pages, self.kind, self.decide, self.settings, progress);
        run.of_items(self.copies).finish().await
    }
}

impl<'a, E: Entity> IntoFuture for Sweep<'a, E> {
    type Output = Result<SweepReport>;
    type IntoFuture = Sending<'a, SweepReport>;

    fn into_future(self) -> Self::IntoFuture {
        let (handle, operation) = (self.handle, self.kind.operation());
        Box::pin(call(handle, operation, Some(schema::<E>().name), self.run()))
    }
}

impl<E: Entity> fmt::Debug for Sweep<'_, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sweep")
            .field("kind", &self.kind)
            .field("entity", &schema::<E>().name)
            .field("settings", &self.settings)
            .field("resume", &self.resume)
            .finish_non_exhaustive()
    }
}
