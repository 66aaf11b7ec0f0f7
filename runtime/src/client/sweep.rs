//! Processes every item of an entity: scans, decides, writes conditionally and reports.
//!
//! `backfill`, `update_each`, `delete_each` and `rekey` share this implementation.

mod backfill;
mod change;
mod condition;
mod copies;
mod cost;
mod decision;
mod delete_each;
mod derived_attributes;
mod divided;
mod item;
mod older_copies;
mod outcome;
mod rekey;
mod report;
mod run;
mod saving;
mod sentinels;
mod transaction;
mod two_keys;
mod unique_values;
mod update_each;
mod write;

use std::{fmt, future::IntoFuture, marker::PhantomData, sync::Arc, time::Duration};

use aws_sdk_dynamodb::operation::scan::ScanInput;
use tokio::time::Instant;

use super::{
    Checkpoint, Connection,
    scan::{
        PageRequest, Pages, Source,
        checkpoint::{Division, Target},
        progress::first,
    },
    transport::{
        call::{Call, Sending},
        failure::build_error,
    },
    unique::{StoredSentinels, stored_sentinels},
};
use crate::{
    Entity, Error, ErrorKind, Result,
    item::stored::schema,
    physics::limits::{PARTITION_READ_UNITS, PARTITION_WRITE_UNITS},
    schema::EntitySchema,
};
pub use backfill::{Backfill, BackfillReport};
pub use report::{FailedItem, SweepReport};
use run::{Progress, Run};
use saving::Saving;

pub(crate) use change::{Change, differs};
pub(crate) use condition::Unchanged;
pub(crate) use copies::Copies;
pub(crate) use decision::{Decide, Decision, Kind};
pub(crate) use derived_attributes::derived;

/// The number of items per page. A page is processed between two checkpoints of a segment, and is held in memory.
const PAGE_ITEMS: usize = 100;

/// The maximum number of segments that a sweep owns. All are read concurrently.
const MAX_OWNED_SEGMENTS: usize = 1_000;

/// Receives the position of a run and the report of the items so far.
type Listener<'a> = Box<dyn FnMut(&Checkpoint, &SweepReport) + Send + 'a>;

/// The settings of a sweep.
#[derive(Debug, Clone, Copy)]
struct Settings {
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
            read_units: PARTITION_READ_UNITS / 2,
            write_units: PARTITION_WRITE_UNITS / 2,
            max_failures: 1_000,
            consistent: false,
            dry_run: false,
            include_expired: false,
        }
    }
}

/// A run over every item of an entity that has not been started. Created by
/// [`Handle::backfill`](crate::client::Handle::backfill), [`Handle::update_each`](crate::client::Handle::update_each),
/// [`Handle::delete_each`](crate::client::Handle::delete_each) and [`Handle::rekey`](crate::client::Handle::rekey).
///
/// Dropping its future stops the run, possibly while requests are in flight. The run can be resumed from the last
/// checkpoint.
///
/// A throttled request is retried up to 100 times with full jitter of up to 5 s, in total about 4 minutes, so that the
/// table's users have priority. Transient failures are retried as for every request of the handle. The client's
/// `max_attempts(1)` disables both, and its operation time-out limits them. If a maximum is set for on-demand
/// throughput, exceeding it ends the run immediately: set a lower rate.
#[must_use = "it does nothing until it is awaited"]
pub struct Sweep<'a, E> {
    handle: &'a Connection,
    kind: Kind,
    decide: Decide<'a>,
    copies: Option<Copies>,
    entity: &'static EntitySchema,
    stored_sentinels: StoredSentinels,
    of: PhantomData<fn() -> E>,
    settings: Settings,
    division: Division,
    saving: Option<Saving<'a>>,
    save_every: Option<Duration>,
    time_limit: Option<Duration>,
    listener: Option<Listener<'a>>,
}

impl<'a, E: Entity> Sweep<'a, E> {
    pub(crate) fn new(handle: &'a Connection, kind: Kind, decide: Decide<'a>) -> Self {
        Self {
            handle,
            kind,
            decide,
            copies: None,
            entity: schema::<E>(),
            stored_sentinels: stored_sentinels::<E>,
            of: PhantomData,
            settings: Settings::default(),
            division: Division::default(),
            saving: None,
            save_every: None,
            time_limit: None,
            listener: None,
        }
    }

    /// Treats the copies of an item under older keys as one item.
    pub(crate) fn of_items(mut self, copies: Option<Copies>) -> Self {
        self.copies = copies;
        self
    }

    /// Scans the table in this number of segments, from 1 to 1,000,000. The default is 1. A scan reads one partition
    /// after the other, so more segments also distribute the load over more partitions. All segments that a run
    /// [owns](Self::own) are read concurrently: at most 1,000.
    pub fn segments(mut self, segments: usize) -> Self {
        self.division.segments = Some(segments);
        self
    }

    /// Limits the reads of all segments together to this number of units (RCU) per second. The default is 1,500, which
    /// is half of the limit of one partition. The rate is that of this run: if several processes [own](Self::own)
    /// segments, give each its share.
    pub fn read_units_per_second(mut self, units: u64) -> Self {
        self.settings.read_units = units;
        self
    }

    /// Limits the writes of all segments together, including those of indexes, to this number of units (WCU) per
    /// second. The default is 500, which is half of the limit of one partition. The rate is that of this run: if
    /// several processes [own](Self::own) segments, give each its share.
    pub fn write_units_per_second(mut self, units: u64) -> Self {
        self.settings.write_units = units;
        self
    }

    /// Scans with strong consistency, at twice the read units. Otherwise items written in the last moments may be
    /// missed.
    pub fn consistent(mut self) -> Self {
        self.settings.consistent = true;
        self
    }

    /// Also processes items that have expired but that DynamoDB has not deleted yet. See
    /// [`lifecycle`](crate::lifecycle). Otherwise expired items are left unchanged.
    pub fn include_expired(mut self) -> Self {
        self.settings.include_expired = true;
        self
    }

    /// Writes nothing. [`SweepReport::written`] then counts the items that would be written or deleted, and
    /// [`SweepReport::wcu`] the cost by DynamoDB's rules for the table and its declared indexes.
    pub fn dry_run(mut self) -> Self {
        self.settings.dry_run = true;
        self
    }

    /// Ends the run if more items than this fail. The default is 1,000, because so many failures usually mean that the
    /// schema is wrong. The returned error is that of the last item. The listener of [`checkpoint`](Self::checkpoint)
    /// receives all failures.
    pub fn max_failures(mut self, items: usize) -> Self {
        self.settings.max_failures = items;
        self
    }

    /// Calls the listener with the position of the run after each page of up to 100 items of a segment, and once more
    /// if an error ends the run. All items up to the checkpoint are processed, or reported in [`SweepReport::failed`].
    ///
    /// The run waits for the listener. Do slow work in another task.
    pub fn checkpoint(mut self, listener: impl FnMut(&Checkpoint, &SweepReport) + Send + 'a) -> Self {
        self.listener = Some(Box::new(listener));
        self
    }

    /// Resumes an earlier run, with the same number of segments. Items after its last checkpoint are read and processed
    /// again. The report counts this run only.
    ///
    /// # Errors
    ///
    /// Awaiting the run fails with [`CursorForeign`](ErrorKind::CursorForeign) if the checkpoint belongs to another
    /// table, entity or kind of run. It fails with [`CursorOutdated`](ErrorKind::CursorOutdated) if the entity's keys
    /// have changed since, because items before the checkpoint would lack the newest attributes. It fails with
    /// [`InvalidArgument`](ErrorKind::InvalidArgument) if [`segments`](Self::segments) sets another number.
    pub fn resume(mut self, checkpoint: impl Into<Option<Checkpoint>>) -> Self {
        self.division.resume = checkpoint.into();
        self
    }

    /// Drops the type of the entity, so that a run is compiled once and not for each entity.
    fn untyped(self) -> Sweep<'a, ()> {
        let Self { handle, kind, decide, copies, entity, stored_sentinels, .. } = self;
        let Self { settings, division, saving, save_every, time_limit, listener, .. } = self;
        let of = PhantomData;
        Sweep {
            handle,
            kind,
            decide,
            copies,
            entity,
            stored_sentinels,
            of,
            settings,
            division,
            saving,
            save_every,
            time_limit,
            listener,
        }
    }

    /// Returns the first request to each segment as a printable value. Sends no request.
    ///
    /// The writes depend on the items that are read: [`dry_run`](Self::dry_run) counts them. A run therefore does not
    /// convert into requests of the SDK. [`Handle::scan`](crate::client::Handle::scan) does.
    ///
    /// # Errors
    ///
    /// The errors that occur before a request.
    pub fn params(&self) -> Result<Vec<ScanInput>> {
        let (pages, checkpoint) = self.begin()?;
        let pending_requests = checkpoint.reached().filter_map(|(segment, reached)| first(segment, reached));
        let request = |page_request| {
            let page_request = PageRequest { limit: Some(PAGE_ITEMS), ..page_request };
            let request = pages.source.request(self.handle.client(), &page_request, pages.total);
            request.as_input().clone().build().map_err(build_error)
        };
        pending_requests.map(request).collect()
    }
}

impl<E> Sweep<'_, E> {
    fn check(&self) -> Result<()> {
        let refused = |message: String| Err(Error::new(ErrorKind::InvalidArgument, message));
        match self.settings {
            Settings { read_units: 0, .. } => refused("0 read units per second read nothing; give 1 or more".into()),
            Settings { write_units: 0, .. } => refused("0 write units per second write nothing; give 1 or more".into()),
            Settings { dry_run: true, .. } if self.saving.is_some() => refused(
                "a dry run writes nothing, so it must not save items as done; leave `checkpoint_store` out".into(),
            ),
            _ if self.saving.is_some() && self.division.resume.is_some() => refused(
                "`resume` and `checkpoint_store` both say where the run begins; save the checkpoint in the store with \
                 `Checkpoint::save`, and leave `resume` out"
                    .into(),
            ),
            _ if self.saving.is_none() && self.save_every.is_some() => {
                refused("`save_every` needs a store; set `checkpoint_store`, too".into())
            }
            _ => Ok(()),
        }
    }

    /// Prepares the requests and the starting position.
    fn begin(&self) -> Result<(Pages, Checkpoint)> {
        self.check()?;
        let (handle, entity) = (self.handle, self.entity);
        if self.kind == Kind::Rekey {
            rekey::check_movable(entity)?;
        }
        let table = handle.schema();
        let operation = self.kind.operation();
        let table_name = handle.table_name();
        let target =
            Target { operation, table_name, table, entity: Some(entity), index: None, filter: None, context: None };
        let checkpoint = self.division.begin(target)?;
        let owned = checkpoint.segments().len();
        if owned > MAX_OWNED_SEGMENTS {
            let message = format!(
                "a run owns 1 to {MAX_OWNED_SEGMENTS} segments, not {owned}; set fewer `segments`, or `own` a part"
            );
            return Err(Error::new(ErrorKind::InvalidArgument, message));
        }
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
        let pages = Pages::new(operation, Arc::clone(handle.reads()), source, checkpoint.total_segments());
        Ok((pages.at_rate(Some(self.settings.read_units as f64)).in_background(), checkpoint))
    }
}

impl<'a> Sweep<'a, ()> {
    fn send(self) -> Sending<'a, SweepReport> {
        let (handle, operation) = (self.handle, self.kind.operation());
        let call = Call { is_run: true, ..Call::new(operation, Some(self.entity.name)) };
        Box::pin(call.run(handle, self.run()))
    }

    async fn run(mut self) -> Result<SweepReport> {
        let end = self.time_limit.and_then(|limit| Instant::now().checked_add(limit));
        let (mut pages, mut checkpoint) = self.begin()?;
        let saving = self.saving.take().map(|saving| saving.every(self.save_every.take()));
        if let Some(saving) = &saving {
            self.division.resume = saving.load(&self.division, checkpoint.segments()).await?;
            (pages, checkpoint) = self.begin()?;
        }
        let progress = Progress::from(checkpoint, self.listener, self.division.resume.is_some());
        let entity = (self.entity, self.stored_sentinels);
        let run = Run::new(self.handle, entity, pages, self.kind, self.decide, self.settings, progress);
        run.of_items(self.copies).saving(saving).until(end).finish().await
    }
}

impl<'a, E: Entity> IntoFuture for Sweep<'a, E> {
    type Output = Result<SweepReport>;
    type IntoFuture = Sending<'a, SweepReport>;

    fn into_future(self) -> Self::IntoFuture {
        self.untyped().send()
    }
}

impl<E> fmt::Debug for Sweep<'_, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sweep")
            .field("kind", &self.kind)
            .field("entity", &self.entity.name)
            .field("settings", &self.settings)
            .field("division", &self.division)
            .finish_non_exhaustive()
    }
}
