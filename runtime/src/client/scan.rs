//! Reading everything: an entity's items, or all items, of a table or an index.

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

use std::fmt;

use aws_sdk_dynamodb::operation::scan::{ScanInput, builders::ScanFluentBuilder};
use serde::de::DeserializeOwned;

use super::{Connection, Handle, partial::Partial, transport::failure::build_error};
use crate::{
    Entity, Item, Key, Result, Table,
    entity::StoredIn,
    expression::Condition,
    item::{located::Located, stored::schema},
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
pub(crate) use source::{Ask, Source};

impl<T: Table> Handle<T> {
    /// Reads the items of an entity from the whole table, in no order.
    ///
    /// Awaiting it returns all items, or with [`limit`](Scan::limit) one page of them. The items are held in memory:
    /// [`stream`](Scan::stream) large tables. [`count`](Scan::count) counts the items.
    ///
    /// A scan costs what the table holds: DynamoDB leaves items of other entities out of the response, but charges for
    /// reading them. An item without a discriminator belongs to the entity if its key parses, also as a `legacy` key.
    ///
    /// Each stored item is returned once, whatever its random shard and under older keys too; a counter's item once for
    /// each of its shards. An item that is stored under an older key *and* under today's is returned twice, where a
    /// query returns the newer one only; [`located`](Scan::located) and `replace` help to move it. An item that other
    /// writers put, delete or move while the scan runs may be missing; one that stays is returned once: see
    /// [`Checkpoint`].
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
    /// [`InvalidArgument`] for a setting of which no scan can be made, [`CursorForeign`] and [`CursorOutdated`] for the
    /// checkpoint of another one: nothing was sent. Then [`TableNotFound`], [`Service`], [`Throttled`] and [`Decode`].
    /// A segment that fails after its repetitions, which are those of every read, fails the scan, and the error names
    /// it: a scan is never short in silence.
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

    /// Reads all items of the table as they are stored, whatever their entities: for audits and exports. Expired ones
    /// are among them.
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
    /// Scans an index of the table instead, by its name: the items that are in it.
    ///
    /// A whole entity is read only from an index that projects all of it; of any other, ask for [`keys`](Scan::keys).
    /// With a [`limit`](Self::limit), an index is read one request after the other: it may be left between two of them
    /// only.
    pub fn index(mut self, name: impl Into<String>) -> Self {
        self.selection.settings.index = Some(name.into());
        self
    }

    /// Divides the scan into this many segments, 1 to 1,000,000; the default is 1. 64 of them are read at once. A scan
    /// reads partition by partition, so more segments are faster and spread the load over more partitions.
    pub fn segments(mut self, segments: usize) -> Self {
        self.selection.settings.segments = Some(segments);
        self
    }

    /// Reads at most this many capacity units (RCU) a second, in all segments together; unlimited by default. Each
    /// request waits until the units that DynamoDB reported for earlier ones are within the rate.
    ///
    /// Requests ask for about a quarter of a second's units; the first ones for 100 items.
    pub fn rate(mut self, read_units_per_second: f64) -> Self {
        self.selection.settings.rate = Some(read_units_per_second);
        self
    }

    /// Returns at most this many items: one page, and the checkpoint of the next.
    pub fn limit(mut self, items: usize) -> Self {
        self.selection.settings.limit = Some(items);
        self
    }

    /// Lets DynamoDB evaluate at most this many items in a request; by default up to 1 MB.
    pub fn items_per_request(mut self, items: usize) -> Self {
        self.selection.settings.items_per_request = Some(items);
        self
    }

    /// Scans the table, or a local index, with strong consistency, which costs twice the read units. Without it, an
    /// item that was written within the last moments may be missed.
    pub fn consistent(mut self) -> Self {
        self.selection.settings.consistent = true;
        self
    }

    /// Returns items also if their time to live is over and DynamoDB has not deleted them yet: see
    /// [`lifecycle`](crate::lifecycle). A scan of all items returns them anyway.
    pub fn include_expired(mut self) -> Self {
        self.selection.settings.include_expired = true;
        self
    }

    /// Goes on where an earlier scan was, in as many segments as that one had.
    ///
    /// # Errors
    ///
    /// The scan fails with [`CursorForeign`](crate::ErrorKind::CursorForeign) for the checkpoint of another table,
    /// index or entity, with [`CursorOutdated`](crate::ErrorKind::CursorOutdated) where the entity's keys have changed
    /// since, and with [`InvalidArgument`](crate::ErrorKind::InvalidArgument) where [`segments`](Self::segments) says
    /// another number.
    pub fn resume(mut self, checkpoint: impl Into<Option<Checkpoint>>) -> Self {
        self.selection.settings.resume = checkpoint.into();
        self
    }

    /// Binds checkpoints to a context of the caller's own, such as a tenant: a checkpoint that was made in another
    /// context, or in none, is a [`CursorForeign`](crate::ErrorKind::CursorForeign) error.
    ///
    /// A checkpoint is not signed: this finds a mistake, and stops nobody who writes checkpoints of their own.
    pub fn cursor_context(mut self, context: impl Into<String>) -> Self {
        self.selection.settings.cursor_context = Some(context.into());
        self
    }

    /// The items one by one, as they come.
    pub fn stream(self) -> ScanStream<O> {
        ScanStream::new(self.handle, &self.selection)
    }

    /// Goes on where a segment fails, and says which segments did: see [`PartialScanPage`].
    pub fn partial(self) -> Partial<Self> {
        Partial(self)
    }

    /// The first request to each segment as a value that can be printed. Nothing is sent.
    ///
    /// # Errors
    ///
    /// Those of [`Handle::scan`] that come before a request.
    pub fn params(&self) -> Result<Vec<ScanInput>> {
        self.sdk()?.into_iter().map(|request| request.as_input().clone().build().map_err(build_error)).collect()
    }

    /// The SDK's own requests, one to each segment, to be changed and sent without us.
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
        let asks = checkpoint.segments().iter().enumerate().filter_map(|(segment, reached)| first(segment, reached));
        let request = |ask| pages.source.request(self.handle.client(), &Ask { limit, ..ask }, pages.total);
        Ok(asks.map(request).collect())
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
    /// Lets only those items through for which a condition holds; of several filters, all. It saves no read units: what
    /// is filtered is read.
    ///
    /// # Errors
    ///
    /// The scan fails with [`InvalidArgument`](crate::ErrorKind::InvalidArgument) for an attribute that the index does
    /// not hold.
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

    /// Returns the table keys of the items only.
    ///
    /// Where the keys hold a field in part only (a bucket, a precision), the key has the first value that is written
    /// so. Where the entity has older keys (`legacy`), whole items are read, since these need not say as much as
    /// today's: of an index that does not project them, an item under an older key is an error.
    pub fn keys(self) -> Scan<'a, Key<E>> {
        self.select(extract::key::<E>, Needs::Key)
    }

    /// Counts the items, reading all of them: a count costs as much as they do, and sends back their keys only.
    ///
    /// # Errors
    ///
    /// Those of [`Handle::scan`].
    pub fn count(self) -> CountScan<'a> {
        self.counting(extract::counted::<E>)
    }
}

impl<'a> Scan<'a, Item> {
    /// Counts the items, reading all of them.
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
