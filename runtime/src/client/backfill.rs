//! Writing into older items what today's schema adds to an item.

mod change;
mod checkpoint;
mod condition;
mod cost;
mod derived;
mod item;
mod pace;
mod report;
mod run;
mod send;

use std::{fmt, future::IntoFuture};

use serde::de::DeserializeOwned;

use self::run::Run;
use super::{
    Handle,
    call::{Sending, call},
    decode::{Decode, decode},
    stored::schema,
};
use crate::{
    Entity, Error, ErrorKind, Result, Table,
    entity::StoredIn,
    physics::limits::{PARTITION_READ_UNITS, PARTITION_WRITE_UNITS},
};

pub use checkpoint::Checkpoint;
pub use report::{BackfillReport, FailedItem};

/// The most segments of a scan. All are read at once.
const MAX_SEGMENTS: usize = 1_000;

/// What is told of progress: how far a run has come, and what became of the items so far.
type Listener<'a> = Box<dyn FnMut(&Checkpoint, &BackfillReport) + Send + 'a>;

impl<T: Table> Handle<T> {
    /// Writes into every stored item of an entity what today's schema derives from its fields: the keys of its
    /// indexes, the discriminator and the constants. A `#[gsi]` that is new finds no item that was written before it,
    /// until this has run: an index that is added to a table on AWS takes up the items that have its key attributes, and
    /// older items have none.
    ///
    /// The table is scanned. An item that has all its derived attributes costs its read only. Any other is changed by
    /// one conditional UpdateItem, which sets those attributes and nothing else: what other writers put into the item
    /// stays, an item under an older key (`legacy`) stays where it is, and an item that somebody changed or deleted in
    /// the meantime is judged again. So it can run while the table is in use, and repeating it is harmless.
    ///
    /// **First let every writer write by the new schema.** An item that an older program writes behind the scan is
    /// found by the next run only. Items of another discriminator are other entities' and are left alone; an item
    /// without one belongs to the entity if its key parses, also as a `legacy` key.
    ///
    /// An index which the entity does not declare any more is left alone, as its attributes may be other writers'.
    ///
    /// ```no_run
    /// # use keywright::{Entity, Table};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(Table)]
    /// # #[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
    /// # struct Platform;
    /// # #[derive(Entity, Serialize, Deserialize)]
    /// # #[entity(table = Platform)]
    /// # #[pk(template = "CUSTOMER#<customer>")]
    /// # #[sk(template = "ORDER#<id>")]
    /// # #[gsi(index = "GSI1", query = by_product, pk = "PRODUCT#<product>", sk = "ORDER#<id>")]
    /// # struct Order { customer: String, id: u32, product: String }
    /// # async fn example(client: aws_sdk_dynamodb::Client) -> Result<(), Box<dyn std::error::Error>> {
    /// let platform = Platform::open(client, "platform");
    ///
    /// let would = platform.backfill::<Order>().dry_run().await?;
    /// println!("{} of {} items, {} WCU", would.written, would.matched, would.wcu);
    ///
    /// let saved = std::fs::read_to_string("orders.checkpoint").ok(); // of a run that was cut off
    /// let report = platform
    ///     .backfill::<Order>()
    ///     .segments(8)
    ///     .write_units_per_second(2_000)
    ///     .resume(saved.map(|text| text.parse()).transpose()?)
    ///     .checkpoint(|reached, so_far| {
    ///         let _ = std::fs::write("orders.checkpoint", reached.to_string());
    ///         println!("{} items written", so_far.written);
    ///     })
    ///     .await?;
    /// for failed in &report.failed {
    ///     eprintln!("{:?}: {}", failed.key, failed.error);
    /// }
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](ErrorKind::InvalidArgument) for a setting of which no run can be made, and those of
    /// [`resume`](Backfill::resume): nothing was sent. Then [`TableNotFound`](ErrorKind::TableNotFound) and
    /// [`Service`](ErrorKind::Service), and [`Throttled`](ErrorKind::Throttled) where one request was throttled 100
    /// times, with full jitter from 50 ms up to 5 s, about 4 minutes. These repetitions take the place of the SDK's,
    /// whatever the client's settings. After an error the last checkpoint goes on.
    pub fn backfill<E>(&self) -> Backfill<'_, T, E>
    where
        E: StoredIn<T> + DeserializeOwned,
    {
        Backfill { handle: self, settings: Settings::default(), resume: None, listener: None, decode: decode::<E> }
    }
}

/// What a run is told.
#[derive(Debug, Clone, Copy)]
struct Settings {
    segments: usize,
    read_units: u64,
    write_units: u64,
    max_failures: usize,
    consistent: bool,
    dry_run: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            segments: 1,
            read_units: PARTITION_READ_UNITS / 2,
            write_units: PARTITION_WRITE_UNITS / 2,
            max_failures: 1_000,
            consistent: false,
            dry_run: false,
        }
    }
}

/// A backfill that is not begun yet. Made by [`Handle::backfill`].
///
/// Dropping its future stops it between two requests or with those on the wire; the last checkpoint goes on.
#[must_use = "a backfill does nothing until it is awaited"]
pub struct Backfill<'a, T, E> {
    handle: &'a Handle<T>,
    settings: Settings,
    resume: Option<Checkpoint>,
    listener: Option<Listener<'a>>,
    decode: Decode<E>,
}

impl<'a, T: Table, E: Entity> Backfill<'a, T, E> {
    /// Scans the table in so many segments at once, 1 to 1,000; 1 unless said otherwise. A scan goes along partitions,
    /// so more segments also spread the load over more of them.
    pub fn segments(mut self, segments: usize) -> Self {
        self.settings.segments = segments;
        self
    }

    /// Reads at most so many units (RCU) a second, in all segments together: 1,500 unless said otherwise, half of what
    /// one partition carries.
    pub fn read_units_per_second(mut self, units: u64) -> Self {
        self.settings.read_units = units;
        self
    }

    /// Writes at most so many units (WCU) a second, in all segments together, those of the indexes included: 500 unless
    /// said otherwise, half of what one partition carries.
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

    /// Writes nothing. [`BackfillReport::written`] then counts the items that would be written, and
    /// [`BackfillReport::wcu`] what that would cost by DynamoDB's rules for the table and its declared indexes.
    pub fn dry_run(mut self) -> Self {
        self.settings.dry_run = true;
        self
    }

    /// Ends the run when more items than this fail: 1,000 unless said otherwise, for then it is likely the schema that
    /// is wrong. The error is that of the last one, and the listener of [`checkpoint`](Self::checkpoint) is told of all.
    pub fn max_failures(mut self, items: usize) -> Self {
        self.settings.max_failures = items;
        self
    }

    /// Is told how far the run has come, after each page of up to 100 items of a segment and once more when an error
    /// ends the run. All items up to the checkpoint are done or reported in [`BackfillReport::failed`].
    ///
    /// The run waits for it: leave what takes long to another task.
    pub fn checkpoint(mut self, listener: impl FnMut(&Checkpoint, &BackfillReport) + Send + 'a) -> Self {
        self.listener = Some(Box::new(listener));
        self
    }

    /// Goes on where an earlier run was, in as many segments as that one had. Items behind its last checkpoint are
    /// read again, which is harmless. The report counts this run only.
    ///
    /// # Errors
    ///
    /// Awaiting it fails with [`CursorForeign`](ErrorKind::CursorForeign) for the checkpoint of another table or entity,
    /// and with [`CursorOutdated`](ErrorKind::CursorOutdated) where the entity's keys have changed since: what is
    /// behind the checkpoint would lack the newest attributes.
    pub fn resume(mut self, checkpoint: impl Into<Option<Checkpoint>>) -> Self {
        self.resume = checkpoint.into();
        self
    }

    fn check(&self) -> Result<()> {
        let refused = |message: String| Err(Error::new(ErrorKind::InvalidArgument, message));
        match self.settings {
            Settings { segments, .. } if !(1..=MAX_SEGMENTS).contains(&segments) => {
                refused(format!("a scan has 1 to {MAX_SEGMENTS} segments here, not {segments}; give such a number"))
            }
            Settings { read_units: 0, .. } => refused("0 read units a second read nothing; give 1 or more".into()),
            Settings { write_units: 0, .. } => refused("0 write units a second write nothing; give 1 or more".into()),
            _ => Ok(()),
        }
    }

    async fn run(self) -> Result<BackfillReport> {
        self.check()?;
        let begin = Checkpoint::begin(self.handle.table_name(), schema::<E>(), self.settings.segments);
        let checkpoint = match self.resume {
            Some(checkpoint) => checkpoint.of_run(&begin)?,
            None => begin,
        };
        Run::new(self.handle, self.decode, self.settings, checkpoint, self.listener).finish().await
    }
}

impl<'a, T: Table, E: Entity> IntoFuture for Backfill<'a, T, E> {
    type Output = Result<BackfillReport>;
    type IntoFuture = Sending<'a, BackfillReport>;

    fn into_future(self) -> Self::IntoFuture {
        let handle = self.handle;
        Box::pin(call(handle, "backfill", Some(schema::<E>().name), self.run()))
    }
}

impl<T: Table, E: Entity> fmt::Debug for Backfill<'_, T, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Backfill")
            .field("entity", &schema::<E>().name)
            .field("settings", &self.settings)
            .field("resume", &self.resume)
            .finish_non_exhaustive()
    }
}
