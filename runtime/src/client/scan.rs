//! Reads all items, of one entity or of any, from a table or an index.

pub(crate) mod checkpoint;
mod execution;
mod extract;
mod page;
mod pages;
pub(crate) mod progress;
mod reading;
mod selection;
mod source;
mod stream;

use std::{fmt, ops::Range};

use aws_sdk_dynamodb::operation::scan::{ScanInput, builders::ScanFluentBuilder};
use serde::de::DeserializeOwned;

use super::{Connection, Handle, partial::Partial, transport::failure::build_error};
use crate::{
    Entity, Item, Key, Result, Table,
    entity::StoredIn,
    expression::Condition,
    item::{located::Located, stored::schema},
    workers::Share,
};
pub use checkpoint::Checkpoint;
use extract::Extract;
pub use page::{FailedSegment, PartialScanPage, ScanCount, ScanPage, ScanStats};
use progress::items_of;
pub use reading::CountScan;
use selection::{Needs, Selection, Settings};
pub use stream::ScanStream;

pub(crate) use pages::Pages;
pub(crate) use progress::first;
pub(crate) use source::{PageRequest, Source};

impl<T: Table> Handle<T> {
    /// Reads the items of an entity from the whole table, in no order.
    ///
    /// Awaiting it returns all items, or with [`limit`](Scan::limit) one page of them. The items are held in memory:
    /// [`stream`](Scan::stream) large tables. [`count`](Scan::count) counts the items.
    ///
    /// The cost of a scan depends on the size of the table: DynamoDB leaves items of other entities out of the
    /// response, but charges for reading them. An item without a discriminator belongs to the entity if its key parses,
    /// also as a `legacy` key.
    ///
    /// Each stored item is returned once, from every random shard and also under older keys. A counter's item is
    /// returned once for each of its shards. An item that is stored under an older key *and* under its current one is
    /// returned twice, whereas a query returns only the newer copy; use [`located`](Scan::located) and `replace` to
    /// move it. An item that other writers put, delete or move while the scan runs may be missing; an item that stays
    /// is returned once: see [`Checkpoint`].
    ///
    /// ```no_run
    /// # use futures_util::TryStreamExt as _;
    /// # use keywright::{Entity, Table};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Table)]
    /// # struct Platform;
    /// # #[derive(Entity, Serialize, Deserialize)]
    /// # #[entity(table = Platform)]
    /// # #[pk(template = "CUSTOMER#<customer>")]
    /// # #[sk(template = "ORDER#<id>")]
    /// # struct Order { customer: String, id: u32 }
    /// # async fn example(client: aws_sdk_dynamodb::Client) -> keywright::Result<()> {
    /// let platform = Platform::open(client, "platform");
    ///
    /// let mut orders = platform.scan::<Order>().segments(8).rate(200.0).stream();
    /// while let Some(order) = orders.try_next().await? {
    ///     println!("{}", order.id);
    /// }
    /// println!("{} RCU", orders.stats().rcu);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`] for invalid settings, [`CursorForeign`] and [`CursorOutdated`] for the checkpoint of another
    /// scan: these come before a request. Then [`TableNotFound`], [`Service`], [`Throttled`] and [`Decode`]. Segments
    /// are retried like every read. A segment that fails after its last retry fails the scan, and the error names it: a
    /// scan never omits items silently.
    ///
    /// [`InvalidArgument`]: crate::ErrorKind::InvalidArgument
    /// [`CursorForeign`]: crate::ErrorKind::CursorForeign
    /// [`CursorOutdated`]: crate::ErrorKind::CursorOutdated
    /// [`TableNotFound`]: crate::ErrorKind::TableNotFound
    /// [`Service`]: crate::ErrorKind::Service
    /// [`Throttled`]: crate::ErrorKind::Throttled
    /// [`Decode`]: crate::ErrorKind::Decode
    pub fn scan<E>(&self) -> Scan<'_, E>
    where
        E: StoredIn<T> + DeserializeOwned,
    {
        let settings = Settings::default();
        let entity = Some(schema::<E>());
        Scan {
            handle: self.connection(),
            selection: Selection { entity, extract: extract::whole::<E>, needs: Needs::All, settings },
        }
    }

    /// Reads all items of the table in their stored form, of all entities, for audits and exports. Expired items are
    /// included.
    ///
    /// # Errors
    ///
    /// Those of [`scan`](Self::scan).
    pub fn scan_items(&self) -> Scan<'_, Item> {
        let settings = Settings::default();
        Scan {
            handle: self.connection(),
            selection: Selection { entity: None, extract: extract::raw, needs: Needs::All, settings },
        }
    }
}

/// A scan that is not sent yet. Made by [`Handle::scan`] and [`Handle::scan_items`].
#[must_use = "a scan does nothing until it is awaited or streamed"]
pub struct Scan<'a, O> {
    handle: &'a Connection,
    selection: Selection<O>,
}

impl<'a, O> Scan<'a, O> {
    /// Scans the index with this name instead of the table, and returns the items in that index.
    ///
    /// Whole items can only be read from an index that projects all attributes. For any other index, use
    /// [`keys`](Scan::keys). With a [`limit`](Self::limit), an index is read one request at a time, because a scan of
    /// an index can only stop between two requests.
    pub fn index(mut self, name: impl Into<String>) -> Self {
        self.selection.settings.index = Some(name.into());
        self
    }

    /// Divides the scan into this many segments, 1 to 1,000,000. The default is 1. Up to 64 segments are read at once.
    /// A scan reads partition by partition, so more segments are faster and spread the load over more partitions.
    pub fn segments(mut self, segments: usize) -> Self {
        self.selection.settings.division.segments = Some(segments);
        self
    }

    /// Reads only these segments, counted from 0, so that several processes can divide a scan among them:
    /// `.segments(256).own(0..32)` in the first of eight. Without it, all segments are read, or those of the checkpoint
    /// that the scan [resumes](Self::resume).
    ///
    /// The checkpoints of the scan contain only the owned segments.
    ///
    /// # Errors
    ///
    /// The scan fails with [`InvalidArgument`](crate::ErrorKind::InvalidArgument) if the range is empty, or not within
    /// the segments of the scan or of its checkpoint.
    pub fn own(mut self, segments: Range<usize>) -> Self {
        self.selection.settings.division.own = Some(segments);
        self
    }

    /// Reads the segments of this share, at its rate: see [`workers`](crate::workers).
    pub fn share(self, share: &Share) -> Self {
        let rate = share.read_units_per_second as f64;
        self.segments(share.total_segments).own(share.segments()).rate(rate)
    }

    /// Limits the scan to this many read capacity units (RCU) per second, over all segments. Unlimited by default. Each
    /// request waits until the units that DynamoDB reported for earlier ones are within the rate.
    ///
    /// The rate is that of this scan alone. If several processes [own](Self::own) segments, give each its share.
    ///
    /// Each request reads about a quarter of a second's units, and the first ones read 100 items.
    pub fn rate(mut self, read_units_per_second: f64) -> Self {
        self.selection.settings.rate = Some(read_units_per_second);
        self
    }

    /// Returns at most this many items: one page, and the checkpoint of the next.
    pub fn limit(mut self, items: usize) -> Self {
        self.selection.settings.limit = Some(items);
        self
    }

    /// Limits the items that DynamoDB evaluates in one request. By default a request reads up to 1 MB.
    pub fn items_per_request(mut self, items: usize) -> Self {
        self.selection.settings.items_per_request = Some(items);
        self
    }

    /// Reads the table, or a local secondary index, with strong consistency, which costs twice the read units. Without
    /// it, an item that was written within the last moments may be missing.
    pub fn consistent(mut self) -> Self {
        self.selection.settings.consistent = true;
        self
    }

    /// Also returns items that have expired and that DynamoDB has not deleted yet: see [`lifecycle`](crate::lifecycle).
    /// A scan of all items returns them in any case.
    pub fn include_expired(mut self) -> Self {
        self.selection.settings.include_expired = true;
        self
    }

    /// Makes an item an error if its key has the words of the entity's key, but is a key of no listed entity. By
    /// default such items are omitted and [counted](ScanStats::unparsed), and the first one is logged as a warning.
    ///
    /// They occur in tables whose keys decide which entity an item belongs to: those without a discriminator, and those
    /// with `encoding = "raw"`. The error has the kind [`KeyMismatch`](crate::ErrorKind::KeyMismatch), and names the
    /// key.
    pub fn strict(mut self) -> Self {
        self.selection.settings.strict = true;
        self
    }

    /// Continues at the checkpoint of an earlier scan, with the number of segments of that scan.
    ///
    /// # Errors
    ///
    /// The scan fails with [`CursorForeign`](crate::ErrorKind::CursorForeign) for the checkpoint of another table,
    /// index or entity, with [`CursorOutdated`](crate::ErrorKind::CursorOutdated) if the entity's keys have changed
    /// since, and with [`InvalidArgument`](crate::ErrorKind::InvalidArgument) if [`segments`](Self::segments) sets
    /// another number.
    pub fn resume(mut self, checkpoint: impl Into<Option<Checkpoint>>) -> Self {
        self.selection.settings.division.resume = checkpoint.into();
        self
    }

    /// Binds checkpoints to a context of the caller, such as a tenant. A checkpoint that was made in another context,
    /// or without one, is a [`CursorForeign`](crate::ErrorKind::CursorForeign) error.
    ///
    /// A checkpoint is not signed: this catches mistakes, but not forged checkpoints.
    pub fn cursor_context(mut self, context: impl Into<String>) -> Self {
        self.selection.settings.cursor_context = Some(context.into());
        self
    }

    /// Streams the items one by one, as they arrive.
    pub fn stream(self) -> ScanStream<O> {
        ScanStream::new(self.handle, &self.selection)
    }

    /// Continues if a segment fails, and reports the failed segments: see [`PartialScanPage`].
    pub fn partial(self) -> Partial<Self> {
        Partial(self)
    }

    /// Returns the first request to each segment as a value that can be printed. Nothing is sent.
    ///
    /// # Errors
    ///
    /// Those of [`Handle::scan`] that come before a request.
    pub fn params(&self) -> Result<Vec<ScanInput>> {
        self.sdk()?.into_iter().map(|request| request.as_input().clone().build().map_err(build_error)).collect()
    }

    /// Converts the first request to each segment into the SDK's builder, which you can change and send yourself.
    ///
    /// # Errors
    ///
    /// Those of [`Handle::scan`] that come before a request.
    pub fn into_sdk(self) -> Result<Vec<ScanFluentBuilder>> {
        self.sdk()
    }

    fn sdk(&self) -> Result<Vec<ScanFluentBuilder>> {
        let (pages, checkpoint) = self.selection.begin(self.handle)?;
        let Settings { limit, items_per_request, .. } = self.selection.settings;
        let limit = items_of(limit, items_per_request, 0);
        let pending_requests = checkpoint.reached().filter_map(|(segment, reached)| first(segment, reached));
        let request = |page_request| {
            pages.source.request(self.handle.client(), &PageRequest { limit, ..page_request }, pages.total)
        };
        Ok(pending_requests.map(request).collect())
    }

    fn select<P>(self, extract: Extract<P>, needs: Needs) -> Scan<'a, P> {
        let Selection { entity, settings, .. } = self.selection;
        Scan { handle: self.handle, selection: Selection { entity, extract, needs, settings } }
    }

    fn counting(self, extract: Extract<()>) -> CountScan<'a> {
        CountScan(self.select(extract, Needs::RawKey))
    }
}

impl<'a, E: Entity + DeserializeOwned> Scan<'a, E> {
    /// Returns only items for which a condition holds. With several filters, all must hold. A filter saves no read
    /// units, because DynamoDB reads the items before it filters them.
    ///
    /// # Errors
    ///
    /// The scan fails with [`InvalidArgument`](crate::ErrorKind::InvalidArgument) for an attribute that the index does
    /// not contain.
    pub fn filter(mut self, condition: Condition<E>) -> Self {
        let (condition, before) = (condition.erased(), self.selection.settings.filter.take());
        self.selection.settings.filter = Some(match before {
            Some(before) => before & condition,
            None => condition,
        });
        self
    }

    /// Returns each item with the key under which it is stored, shard included.
    pub fn located(self) -> Scan<'a, Located<E>> {
        self.select(extract::located::<E>, Needs::All)
    }

    /// Returns only the table keys of the items.
    ///
    /// If the key contains only a part of a field (a bucket, a precision), the returned key has the first value of that
    /// part. If the entity has older keys (`legacy`), whole items are read, because older keys may contain fewer
    /// fields. If an index does not project them, an item under an older key is an error.
    pub fn keys(self) -> Scan<'a, Key<E>> {
        self.select(extract::key::<E>, Needs::Key)
    }

    /// Counts the items by reading all of them: a count costs as much as a scan, but only keys are sent back.
    ///
    /// # Errors
    ///
    /// Those of [`Handle::scan`].
    pub fn count(self) -> CountScan<'a> {
        self.counting(extract::counted::<E>)
    }
}

impl<'a> Scan<'a, Item> {
    /// Counts the items by reading all of them.
    ///
    /// # Errors
    ///
    /// Those of [`Handle::scan`].
    pub fn count(self) -> CountScan<'a> {
        self.counting(extract::counted_raw)
    }
}

impl<O> fmt::Debug for Scan<'_, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scan")
            .field("entity", &self.selection.entity.map(|entity| entity.name))
            .field("settings", &self.selection.settings)
            .finish_non_exhaustive()
    }
}
