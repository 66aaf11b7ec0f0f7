//! An open table.

use std::{fmt, marker::PhantomData};

use aws_sdk_dynamodb::{Client, config};

use super::{connection::Connection, meter::Meter};
use crate::{Table, monitor::Monitor};

/// The table `T` under its name on AWS, with the SDK client that reaches it.
///
/// Opened with [`Table::open`] or [`Table::open_verified`]. Cloning is cheap and shares the client, the settings and
/// what the reads have learned; there is no process-wide state.
///
/// ```no_run
/// # use keywright::{Entity, Table};
/// # use serde::{Deserialize, Serialize};
/// # #[derive(Table)]
/// # struct Platform;
/// # #[derive(Entity, Serialize, Deserialize)]
/// # #[entity(table = Platform)]
/// # #[pk(template = "CUSTOMER#<customer>")]
/// # #[sk(template = "ORDER#<id>")]
/// # struct Order { customer: String, id: u32 }
/// # async fn example(client: aws_sdk_dynamodb::Client, orders: Vec<Order>) -> keywright::Result<()> {
/// let platform = Platform::open(client, "platform");
///
/// platform.put(&Order { customer: "ann".into(), id: 7 }).await?;   // overwrites
/// platform.create(&Order { customer: "ann".into(), id: 8 }).await?; // or `AlreadyExists`
/// let order: Option<Order> = platform.get(Order::key("ann", 7_u32)).await?;
/// platform.delete(Order::key("ann", 8_u32)).await?;
///
/// let report = platform.batch_put(&orders).await?;
/// for leftover in &report.leftovers {                              // nothing is lost silently
///     eprintln!("{:?}: {}", leftover.key, leftover.reason);
/// }
/// # Ok(()) }
/// ```
///
/// # Reads under stress
///
/// A read is repeated when DynamoDB throttles it (up to 10 requests, with full jitter from 50 ms to 5 s) and when it
/// fails in passing: a 5xx, a time-out, a lost connection (up to `max_attempts` of the client's `RetryConfig`, with
/// full jitter from 25 ms to 1 s). These repetitions take the place of the SDK's own, whose pauses begin at a second
/// and whose budget all keys share. `max_attempts(1)` switches both off, and an operation time-out bounds them all.
///
/// A key that was throttled is asked at a pace of its own from then on, by all reads of the handle together: the pace
/// halves with each throttle and rises with each success. No other key waits for it.
///
/// A [`transaction_get`](Self::transaction_get) that a write is in the way of is repeated like a throttled read, and no
/// pace slows for it.
///
/// With the reason `MaxOnDemandThroughputExceeded` a read is not repeated at all: that limit is there to shed load.
/// With `AccountLimitExceeded` the reads of all keys wait, for up to 50 ms at first and 5 s at last.
///
/// Once sent, a read goes on in a task of tokio's whether or not its future or stream is polled: one that waits for its
/// consumer holds up no other. Dropping it drops the task's work at once.
///
/// # Writes under stress
///
/// Here, too, the SDK's own retries are switched off. A write that fails in passing is repeated with the same key, as
/// often as a read. What follows from a throttle depends on its [reason](crate::throttling):
///
/// - The range of a key is hot, and the write is an append to random shards: it goes to another shard at once, at most
///   twice, if every request on its shard was refused for that reason by a key that carries the shard.
/// - Else it is repeated with the same key, up to 10 requests in all, with full jitter: from 10 ms for the range of a
///   key, from 50 ms for other limits, up to 5 s.
/// - The limit of the account: the writes of all keys wait as well.
/// - A transaction is changing the item (`TransactionConflictException`): the write was refused, and it is repeated
///   with the same key like one that is throttled.
/// - The maximum that was set for on-demand throughput: it fails at once.
///
/// `max_attempts(1)` switches all of it off, also for what a batch leaves unprocessed, and an operation time-out bounds
/// it. [`Error::throttles`](crate::Error::throttles) has the reasons, [`Error::outcome`](crate::Error::outcome) says
/// whether any of the attempts may have arrived.
///
/// # Traces
///
/// Each call has one span of the crate `tracing`, named `keywright`, of the level DEBUG. It has the `operation`, the
/// `table`, the `entity`, the `pattern` (the query function that was called), the `index` (none for the table) and,
/// when the call ends, its `requests` and the `read_units` and `write_units` that DynamoDB reported;
/// [`Meter`](crate::client::Meter) says what is not reported. The span of a stream lives as long as the stream.
/// Requests ask for their capacity where the span is recorded.
///
/// No `sensitive` value is in these spans, nor in the events within them. What the SDK itself traces is its own affair.
///
/// # Settings
///
/// These settings are off by default. Each makes a handle whose clones share it, with no memory of the reads before:
///
/// ```no_run
/// # use keywright::{Table, monitor::Monitor};
/// # #[derive(Table)]
/// # struct Platform;
/// # fn example(client: aws_sdk_dynamodb::Client) {
/// let platform = Platform::open(client, "platform")
///     .max_in_flight(200) // reads on the wire, of all queries together
///     .hedge_reads(0.05) // late reads are sent twice, at most 5 % of them
///     .monitor(&Monitor::new()) // which keys are hot
///     .parse_items_with_sdk(); // your interceptors look at the items of outputs
/// # }
/// ```
///
/// [`with_config`](Self::with_config) and [`metered`](Self::metered) make a handle for single calls: it shares all of
/// that, and the memory too.
pub struct Handle<T> {
    connection: Connection,
    table: PhantomData<fn() -> T>,
}

impl<T> Handle<T> {
    fn on(connection: Connection) -> Self {
        Self { connection, table: PhantomData }
    }

    /// What its operations borrow.
    pub(crate) fn connection(&self) -> &Connection {
        &self.connection
    }
}

impl<T: Table> Handle<T> {
    pub(crate) fn new(client: Client, name: impl Into<String>) -> Self {
        Self::on(Connection::open(client, name.into(), const { &T::SCHEMA }))
    }

    /// Lets at most this many read requests of this handle and its clones be on the wire at once, whatever they read
    /// for: gets, finds, and the pages of all queries and scans. The others wait in turn; a request that waits before
    /// it is repeated does not count. There is no limit by default beyond that of each query.
    ///
    /// With 0 every read fails with [`InvalidArgument`](crate::ErrorKind::InvalidArgument), and nothing is sent.
    #[must_use = "the setting is that of the handle which is returned"]
    pub fn max_in_flight(self, requests: usize) -> Self {
        Self::on(self.connection.set(|settings| settings.max_in_flight = Some(requests)))
    }

    /// Sends a second copy of reads that are late, and takes the answer that is first. `budget` is the share of extra
    /// reads, 0 to 1: with 0.05 at most one read in 20 is sent twice, and 25 more in a burst. Writes are never sent
    /// twice.
    ///
    /// A read is late when it takes longer than all but that share of the recent reads of its kind (gets, batches, and
    /// the pages of the table and of each index apart), and never before the slower half of them. So much has to be
    /// known first: 10 late reads' worth, which are 200 reads at 0.05.
    ///
    /// No second copy is sent of a key that was throttled lately, within a second of any throttle, or beyond
    /// [`max_in_flight`](Self::max_in_flight). Each copy costs its capacity, also that which is not waited for.
    ///
    /// Eventually consistent reads gain most: the second copy likely goes to another of the partition's replicas.
    /// Strongly consistent ones are answered by the same leader, so that only the way there can be faster; either
    /// answer is right, for both were sent after the read began.
    ///
    /// With a budget that is not a share every read fails with [`InvalidArgument`](crate::ErrorKind::InvalidArgument),
    /// and nothing is sent.
    #[must_use = "the setting is that of the handle which is returned"]
    pub fn hedge_reads(self, budget: f64) -> Self {
        Self::on(self.connection.set(|settings| settings.hedge_budget = Some(budget)))
    }

    /// Has the SDK parse the items of every read, which are then converted to their types.
    ///
    /// By default gets, batch gets, read transactions, projections and the pages of queries and scans are decoded
    /// straight from the body of the answer. The result is equal, and pages of many items take about a third of the
    /// time. The SDK's output then has no items, which matters to an interceptor of your own that looks for them there
    /// after deserialization: set this for such a client.
    #[must_use = "the setting is that of the handle which is returned"]
    pub fn parse_items_with_sdk(self) -> Self {
        Self::on(self.connection.set(|settings| settings.sdk_items = true))
    }

    /// Counts this handle's reads and writes by their partition keys, so that the monitor knows which are hot. Several
    /// handles can have one monitor, of one table or of several.
    ///
    /// Gets and writes then ask DynamoDB for the capacity that they consume.
    #[must_use = "the setting is that of the handle which is returned"]
    pub fn monitor(self, monitor: &Monitor) -> Self {
        Self::on(self.connection.monitored(monitor))
    }

    /// The SDK client.
    pub fn client(&self) -> &Client {
        self.connection.client()
    }

    /// The table's name on AWS.
    pub fn table_name(&self) -> &str {
        self.connection.table_name()
    }
}

impl<T: Table> Handle<T> {
    /// A handle on the same table whose requests are sent with these settings, in place of the client's: time-outs,
    /// retries, interceptors, an endpoint, whatever the SDK lets a request override. What they leave out is the
    /// client's.
    ///
    /// ```no_run
    /// # use std::time::Duration;
    /// # use keywright::{Entity, Handle, Table};
    /// # use serde::{Deserialize, Serialize};
    /// use aws_sdk_dynamodb::config::{Builder, retry::RetryConfig, timeout::TimeoutConfig};
    /// # #[derive(Table)]
    /// # struct Shop;
    /// # #[derive(Entity, Serialize, Deserialize)]
    /// # #[entity(table = Shop)]
    /// # #[pk(template = "CUSTOMER#<customer>")]
    /// # #[sk(template = "ORDER#<id>")]
    /// # struct Order { customer: String, id: u32 }
    /// # async fn example(shop: Handle<Shop>) -> keywright::Result<()> {
    ///
    /// let quick = Builder::new()
    ///     .timeout_config(TimeoutConfig::builder().operation_timeout(Duration::from_millis(80)).build())
    ///     .retry_config(RetryConfig::standard().with_max_attempts(1));
    /// let order: Option<Order> = shop.with_config(quick).get(Order::key("ann", 7_u32)).await?;
    /// # Ok(()) }
    /// ```
    ///
    /// `max_attempts` and the operation time-out decide how often and for how long requests are repeated, as the
    /// client's do: see [Reads under stress](Self#reads-under-stress). A later `with_config` replaces all settings of
    /// an earlier one.
    ///
    /// The new handle shares with this one what the reads have learned, its settings and its monitor, so that it can be
    /// made for a single call. What opens into the SDK's own (`into_sdk()`, [`client`](Self::client)) is the client's,
    /// without these settings.
    #[must_use = "the settings are those of the handle which is returned"]
    pub fn with_config(&self, config: impl Into<config::Builder>) -> Self {
        Self::on(self.connection.overridden(|overrides| overrides.config = Some(config.into())))
    }

    /// A handle on the same table whose requests this [`Meter`] counts, besides the meters that count them already.
    ///
    /// They then ask DynamoDB for the capacity that they consume; `params()` prints them without that. The new handle
    /// shares with this one what the reads have learned, its settings and its monitor, so that it can be made for a
    /// single call.
    #[must_use = "the meter counts the requests of the handle which is returned"]
    pub fn metered(&self, meter: &Meter) -> Self {
        Self::on(self.connection.overridden(|overrides| overrides.meters.push(meter.clone())))
    }
}

impl<T> Clone for Handle<T> {
    fn clone(&self) -> Self {
        Self::on(self.connection.clone())
    }
}

impl<T> fmt::Debug for Handle<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Handle").field("table", &self.connection.table_name()).finish_non_exhaustive()
    }
}
