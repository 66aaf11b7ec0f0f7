//! An open table.

use std::{fmt, marker::PhantomData};

use aws_sdk_dynamodb::{Client, config};

use super::{connection::Connection, meter::Meter};
use crate::{Table, monitor::Monitor};

/// Reads and writes one open table: the table `T` under its name on AWS, with the SDK client that reaches it.
///
/// Opened with [`Table::open`] or [`Table::open_verified`]. Cloning is cheap and shares the client, the settings and
/// what reads have learned about throttled keys and latencies. There is no process-wide state.
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
/// A read is retried when DynamoDB throttles it (up to 10 requests, with full jitter from 50 ms to 5 s) and when it
/// fails transiently: a 5xx, a time-out, a lost connection (up to `max_attempts` of the client's `RetryConfig`, with
/// full jitter from 25 ms to 1 s). These retries replace the SDK's own, whose backoff begins at one second and whose
/// retry budget is shared by all keys. `max_attempts(1)` switches both kinds off.
///
/// An operation time-out bounds the whole call: every request, every wait before a request, and the retries of keys
/// that a batch leaves unprocessed. For streams, and for scans without a limit, it bounds each request.
///
/// After a throttle, all reads of the handle share one pace for that key: the pace halves with each throttle and rises
/// with each success. Other keys are not delayed. Reads of the key wait in the order in which they began. Each waits,
/// with the waits between its retries, for at most 16.4 seconds and within its time-out. A read that would have to wait
/// longer, even if the pace rises without another throttle, fails at once with
/// [`Throttled`](crate::ErrorKind::Throttled).
///
/// A [`transaction_get`](Self::transaction_get) that conflicts with a write is retried like a throttled read, but does
/// not slow the pace of its keys.
///
/// With the reason `MaxOnDemandThroughputExceeded` a read is not retried: that limit exists to shed load. With
/// `AccountLimitExceeded` the reads of all keys wait, for up to 50 ms at first and up to 5 s after repeated throttles.
///
/// A read whose consumer is busy does not block others: it continues in a tokio task while its future or stream is not
/// polled. Only a get, and a page or count with a single request in flight, are polled by their caller as long as no
/// other read can wait for them: without [`max_in_flight`](Self::max_in_flight), without
/// [`hedge_reads`](Self::hedge_reads), and while no key is throttled. Dropping the future or stream drops the task's
/// work at once.
///
/// # Writes under stress
///
/// For writes, too, the SDK's own retries are switched off. A write that fails transiently is retried with an unchanged
/// key, up to `max_attempts` times, like a read. After a throttle, the [reason](crate::throttling) decides:
///
/// - The range of a key is hot, and the write is an append to random shards: it is sent to another shard at once, at
///   most twice, if every request to its shard was throttled for that reason by a key that contains the shard.
/// - Otherwise it is retried with an unchanged key, up to 10 requests in all, with full jitter: from 10 ms for the
///   range of a key, from 50 ms for other limits, up to 5 s.
/// - The account's limit is exceeded: the writes of all keys wait as well.
/// - A transaction is changing the item (`TransactionConflictException`): the write was rejected. It is retried with an
///   unchanged key, like a throttled write.
/// - The configured maximum of on-demand throughput is exceeded: it fails at once.
///
/// `max_attempts(1)` switches all of this off, also for unprocessed items of a batch. An operation time-out bounds the
/// whole call: every request, every wait, and all requests of a batch, whose leftovers then say whether their request
/// was sent. For sweeps it bounds each write. [`Error::throttles`](crate::Error::throttles) returns the reasons, and
/// [`Error::outcome`](crate::Error::outcome) says whether any of the attempts may have been applied.
///
/// # Traces
///
/// Each call has one span of the crate `tracing`, named `keywright`, at level DEBUG. It has the `operation`, the
/// `table`, the `entity`, the `pattern` (the query function that was called), the `index` (absent for the table) and,
/// when the call ends, its `requests` and the `read_units` and `write_units` that DynamoDB reported.
/// [`Meter`](crate::client::Meter) lists what DynamoDB does not report. The span of a stream lives as long as the
/// stream. If the span is recorded, requests also return their consumed capacity.
///
/// These spans, and the events within them, contain no `sensitive` value. This does not cover what the SDK itself
/// traces.
///
/// # Settings
///
/// These settings are off by default. Each returns a handle that starts without what earlier reads have learned:
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
/// [`with_config`](Self::with_config) and [`metered`](Self::metered) make a handle for some calls. It shares these
/// settings and what reads have learned.
pub struct Handle<T> {
    connection: Connection,
    table: PhantomData<fn() -> T>,
}

impl<T> Handle<T> {
    fn on(connection: Connection) -> Self {
        Self { connection, table: PhantomData }
    }

    /// Returns the untyped connection, which its operations borrow.
    pub(crate) fn connection(&self) -> &Connection {
        &self.connection
    }
}

impl<T: Table> Handle<T> {
    pub(crate) fn new(client: Client, name: impl Into<String>) -> Self {
        Self::on(Connection::open(client, name.into().into(), const { &T::SCHEMA }))
    }

    /// Limits the number of read requests of this handle and its clones that are in flight at once: gets, finds, and
    /// the pages of all queries and scans. Other requests queue in order. A request that waits before a retry does not
    /// count. By default there is no limit beyond that of each query.
    ///
    /// With 0 every read fails with [`InvalidArgument`](crate::ErrorKind::InvalidArgument), and nothing is sent.
    #[must_use = "this returns a handle with the setting, and does not change the original"]
    pub fn max_in_flight(self, requests: usize) -> Self {
        Self::on(self.connection.set(|settings| settings.max_in_flight = Some(requests)))
    }

    /// Sends a second copy of late reads, and takes the first answer. `budget` is the share of extra reads, 0 to 1:
    /// with 0.05, at most one read in 20 is sent twice, with bursts of up to 25 more. Writes are never sent twice.
    ///
    /// A read is late when it takes longer than all but that share of the recent reads of its kind (gets, batches, and
    /// the pages of the table and of each index are separate kinds), and never if it is faster than the median. Hedging
    /// starts after enough reads for 10 late ones: 200 reads at 0.05.
    ///
    /// No second copy is sent for a key that was throttled recently, within one second of any throttle, or beyond
    /// [`max_in_flight`](Self::max_in_flight). Each copy consumes capacity, including the one whose answer is not used.
    ///
    /// Eventually consistent reads gain most: the second copy is likely answered by another replica of the partition.
    /// Strongly consistent ones are answered by the same leader, so only the network path can be faster. Either answer
    /// is correct, because both copies were sent after the read began.
    ///
    /// If `budget` is not between 0 and 1, every read fails with
    /// [`InvalidArgument`](crate::ErrorKind::InvalidArgument), and nothing is sent.
    #[must_use = "this returns a handle with the setting, and does not change the original"]
    pub fn hedge_reads(self, budget: f64) -> Self {
        Self::on(self.connection.set(|settings| settings.hedge_budget = Some(budget)))
    }

    /// Makes the SDK parse the items of every read. They are then converted to their types.
    ///
    /// By default gets, batch gets, read transactions, projections and the pages of queries and scans are decoded
    /// directly from the response body. The result is equal, and pages of many items take about a third of the time.
    /// The SDK's output then has no items. Use this setting for a client with an interceptor that looks for items in
    /// the output after deserialization.
    #[must_use = "this returns a handle with the setting, and does not change the original"]
    pub fn parse_items_with_sdk(self) -> Self {
        Self::on(self.connection.set(|settings| settings.sdk_items = true))
    }

    /// Counts this handle's reads and writes by partition key, so that the monitor can find hot keys. Several handles,
    /// of one table or of several, can share one monitor.
    ///
    /// Gets and writes then also return their consumed capacity.
    #[must_use = "this returns a handle with the setting, and does not change the original"]
    pub fn monitor(self, monitor: &Monitor) -> Self {
        Self::on(self.connection.monitored(monitor))
    }

    /// Returns the SDK client.
    pub fn client(&self) -> &Client {
        self.connection.client()
    }

    /// Returns the table's name on AWS.
    pub fn table_name(&self) -> &str {
        self.connection.table_name()
    }
}

impl<T: Table> Handle<T> {
    /// Returns a handle to the same table whose requests use these settings in place of the client's: time-outs,
    /// retries, interceptors, an endpoint, and everything else that the SDK lets a request override. Settings that
    /// `config` leaves out are the client's.
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
    /// `max_attempts` and the operation time-out decide how often and for how long requests are retried, like those of
    /// the client: see [Reads under stress](Self#reads-under-stress). A later `with_config` replaces all settings of an
    /// earlier one.
    ///
    /// The new handle shares with this one its settings, its monitor and what reads have learned, so it can be made for
    /// a single call. Requests that are converted into the SDK's builders (`into_sdk()`, [`client`](Self::client)) use
    /// the client's settings, not these.
    #[must_use = "this returns a handle with the settings, and does not change the original"]
    pub fn with_config(&self, config: impl Into<config::Builder>) -> Self {
        Self::on(self.connection.overridden(|overrides| overrides.config = Some(config.into())))
    }

    /// Returns a handle to the same table whose requests this [`Meter`] counts, in addition to the meters that count
    /// them already.
    ///
    /// The requests then also return their consumed capacity; `params()` prints them without that. The new handle
    /// shares with this one its settings, its monitor and what reads have learned, so it can be made for a single call.
    #[must_use = "the meter counts only the requests of the returned handle"]
    pub fn metered(&self, meter: &Meter) -> Self {
        Self::on(self.connection.overridden(|overrides| overrides.meters.push(meter.clone())))
    }

    /// Returns a handle to the same table whose calls publish metrics through the facade of the crate `metrics`:
    /// `db.client.operation.duration` in seconds, `keywright.requests`, `keywright.read_units`,
    /// `keywright.write_units`, `keywright.throttles`, `keywright.lanes` and `keywright.rounds`. Their labels are the
    /// operation, the table, names of the schema, reasons of throttles and kinds of errors. No value of a key appears
    /// in them.
    ///
    /// The duration of a stream ends when the stream ends or is dropped, and includes the pauses of its consumer.
    ///
    /// The requests then also return their consumed capacity; `params()` prints them without that. The new handle
    /// shares with this one its settings, its monitor and what reads have learned.
    ///
    /// ```no_run
    /// # use keywright::Table;
    /// # #[derive(Table)]
    /// # struct Shop;
    /// # fn example(client: aws_sdk_dynamodb::Client) {
    /// // Before this, the program installs an exporter, such as `metrics_exporter_prometheus::PrometheusBuilder`.
    /// let shop = Shop::open(client, "shop").with_metrics();
    /// # }
    /// ```
    #[cfg(feature = "metrics")]
    #[must_use = "only the calls of the returned handle publish metrics"]
    pub fn with_metrics(&self) -> Self {
        Self::on(self.connection.overridden(|overrides| overrides.publishes_metrics = true))
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
