//! Finds hot keys in production.
//!
//! The compiler rejects keys that are hot by design. But a tenant with half of the traffic is visible only at run time.
//! A [`Monitor`] names its key within a second, with its rate, its share and the number of shards that would spread it.

mod advice;
mod capacity;
mod counter_slots;
mod fleet;
mod found;
mod hot_key;
mod merged;
#[cfg(feature = "metrics")]
mod metrics;
mod names;
mod order;
mod rates;
mod recent_events;
mod settings;
mod snapshot;
mod space_saving;
mod tables;
mod text;
mod usage;
mod watch;
mod window;
pub(crate) mod writes;

use std::{
    fmt,
    hash::RandomState,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

use crate::{key::KeyScalar, schema::EntitySchema};
pub use capacity::Capacity;
use found::Found;
pub use hot_key::HotKey;
use settings::Settings;
pub use snapshot::{KeyCount, LoadCount, Snapshot};
use space_saving::SpaceSaving;
pub(crate) use usage::KeyUsage;
pub(crate) use watch::Watch;
use window::Window;
use writes::ItemWrite;

/// Counts the capacity that partition keys consume, in tables and in each of their indexes, and reports the hottest
/// keys.
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
/// use keywright::monitor::Monitor;
///
/// # async fn example(client: aws_sdk_dynamodb::Client, order: Order) -> keywright::Result<()> {
/// let monitor = Monitor::new()
///     .share(0.1)                               // of the table's or index's units, from a tenth of a partition on
///     .write_rate(800.0)                        // WCU/s of one key
///     .on_event(|hot| eprintln!("{hot}"));      // your metrics; each event is a `tracing` warning as well
/// let platform = Platform::open(client, "platform").monitor(&monitor);
///
/// platform.put(&order).await?;
///
/// for hot in monitor.snapshot() {               // the heaviest keys of the last second
///     println!("{} of {:?}: {} {}/s, {:.0} %", hot.key, hot.index, hot.rate, hot.capacity, hot.share * 100.0);
///     println!("{}", hot.advice);
/// }
/// # Ok(()) }
/// ```
///
/// A key of an index is counted separately from the table's, and reads separately from writes, because partitions meter
/// them separately. A request counts with the capacity that it consumed if DynamoDB reports it, otherwise with the cost
/// of its items' sizes. Writes of a handle with a monitor request the consumed capacity (`ReturnConsumedCapacity`). A
/// request that is throttled because of its key counts with the rejected units, because such a key is hot even if it
/// consumes nothing.
///
/// # What it counts, and what it does not
///
/// It counts the requests of its handles in this process; for several processes, see [below](#several-processes). A
/// write that moves an item within an index also consumes a unit of the old index key, which is counted for the new
/// one. The units that a delete consumes in indexes are not counted, because its index keys are not known.
///
/// # Several processes
///
/// In a fleet of 20 processes, a key with 1,000 WCU/s has 50 WCU/s in each process. There are two ways to get the total
/// rate:
///
/// - [`processes`](Self::processes), if a load balancer distributes requests evenly: rates are scaled for events and
///   advice.
/// - [`counts`](Self::counts), if the load is uneven: each process sends its [`Snapshot`] to one place, which merges
///   them and calls [`judge`](Self::judge) to find the keys that are hot in total.
///
/// Without either, events depend on the rate in this process, and the advice says that it covers only one process.
///
/// ```no_run
/// # use keywright::{Entity, Table};
/// # use serde::{Deserialize, Serialize};
/// # #[derive(Table)]
/// # #[entities(Order)]
/// # struct Platform;
/// # #[derive(Entity, Serialize, Deserialize)]
/// # #[entity(table = Platform)]
/// # #[pk(template = "CUSTOMER#<customer>")]
/// # #[sk(template = "ORDER#<id>")]
/// # struct Order { customer: String, id: u32 }
/// use keywright::monitor::{Monitor, Snapshot};
///
/// # fn send(_: &Snapshot) {}
/// # fn received() -> Vec<Snapshot> { vec![] }
/// let monitor = Monitor::new();
/// // In each process, once a second:
/// send(&monitor.counts());
///
/// // In the one that gathers them:
/// let mut fleet = Snapshot::default();
/// for snapshot in received() {
///     fleet.merge(snapshot);
/// }
/// for hot in monitor.judge::<Platform>(&fleet) {
///     println!("{hot}");
/// }
/// ```
///
/// # Which rates are events
///
/// A single request is not an event, however large. Events depend on the units of a key in the last half-second without
/// its largest request, or in the last second, in which the largest request counts at most half of the total. So an
/// item of 400 KB that is written once is not an event, but one that is written ten times a second is one within a
/// second. A snapshot counts a single request as one per second, and has no advice for it. A throttled key is an event
/// in any case.
///
/// # Accuracy and cost
///
/// The monitor uses weighted Space-Saving with 1,000 counters over two half-windows of half a second each: a key is
/// never underestimated, and overestimated by at most a thousandth of the total load, where the units of each load are
/// weighted by their share of what a partition serves. So a key of 1,000 WCU/s among 100,000 WCU/s is reported with
/// 1,000 to 1,100. [`HotKey::error`] is the uncertainty of each rate.
///
/// A key is reported, and can be an event, if it has at least 1/128 of the total load, weighted in this way: 780 WCU/s
/// among 100,000. Up to 128 keys are reported, so if there are few, lighter ones are reported too.
///
/// It takes less than 100 KB, regardless of the traffic. Counting a write of one key of 22 bytes took 58 to 68 ns if
/// its key had a counter, a third of which is for reading the clock, and 88 to 96 ns in a stream over a million keys,
/// most of which take the counter of another key (the program `monitor` in `benches`; x86-64, the fastest tenth of runs
/// of 1,000 writes). A handle without a monitor has no cost.
///
/// Clones share their counts. Each setting creates a new monitor, so change all settings before you pass it to handles.
#[derive(Clone)]
#[must_use = "a monitor sees nothing until a handle has it"]
pub struct Monitor {
    shared: Arc<Shared>,
}

struct Shared {
    settings: Settings,
    start: Instant,
    hasher: RandomState,
    window: Mutex<Window>,
}

impl Monitor {
    /// Creates a monitor with 1,000 counters, whose events are for keys of at least 800 WCU/s or 2,400 RCU/s: 80 % of
    /// what a partition serves. Shares cause no events unless [`share`](Self::share) sets a limit.
    pub fn new() -> Self {
        Self::with(Settings::default())
    }

    fn with(settings: Settings) -> Self {
        let window = Mutex::new(Window::new(settings.counters));
        let shared = Shared { settings, start: Instant::now(), hasher: RandomState::new(), window };
        Self { shared: Arc::new(shared) }
    }

    fn set(self, change: impl FnOnce(&mut Settings)) -> Self {
        let mut settings = self.shared.settings.clone();
        change(&mut settings);
        Self::with(settings)
    }

    /// Sets the number of counters, from 1 to 65,534. The default is 1,000. The error is at most the total load divided
    /// by this number, and each counter takes 60 bytes.
    pub fn counters(self, counters: u16) -> Self {
        self.set(|settings| settings.counters = counters.clamp(1, SpaceSaving::MAX_COUNTERS))
    }

    /// Reports an event for a key that has this share, from 0 to 1, of the read or write units of its table or index,
    /// and at least a tenth of what a partition serves: 100 WCU/s or 300 RCU/s, in all [`processes`](Self::processes).
    /// With a value over 1 or NaN, shares cause no events.
    pub fn share(self, share: f64) -> Self {
        self.set(|settings| settings.share = or_never(share))
    }

    /// Reports an event for a key that is written with at least `units` WCU per second, in all
    /// [`processes`](Self::processes) if their number is known. With infinity or NaN there are no such events.
    pub fn write_rate(self, units: f64) -> Self {
        self.set(|settings| settings.write_rate = or_never(units))
    }

    /// Reports an event for a key that is read with at least `units` RCU per second, in all
    /// [`processes`](Self::processes) if their number is known. With infinity or NaN there are no such events.
    pub fn read_rate(self, units: f64) -> Self {
        self.set(|settings| settings.read_rate = or_never(units))
    }

    /// Sets the minimum time between two events of one key. The default is 10 s. There are at most 256 events in that
    /// time.
    pub fn repeat_after(self, time: Duration) -> Self {
        self.set(|settings| settings.repeat_after = time)
    }

    /// Sets the number of equally loaded processes, including this one. The minimum is 1. Rates are multiplied by it
    /// for events and advice. Set 1 for a single process, so that the advice can say that no change is needed.
    ///
    /// The reported rates remain those of this process; [`HotKey::fleet_rate`] is the rate in all processes.
    pub fn processes(self, processes: u32) -> Self {
        self.set(|settings| settings.processes = Some(processes.max(1)))
    }

    /// Calls a function for every event: for a key that exceeds a rate or a share, or that is throttled.
    ///
    /// Events are found at the end of each half-second, by the first request or snapshot after it, so within a second
    /// of a sustained load. They depend on the lower bound of a key's units. The function runs within the request that
    /// found the event, so it should be fast. It can call [`snapshot`](Self::snapshot).
    ///
    /// Each event is also a `tracing` warning with the target `keywright::monitor` and the fields of [`HotKey`].
    pub fn on_event(self, event: impl Fn(&HotKey) + Send + Sync + 'static) -> Self {
        self.set(|settings| settings.on_event = Some(Arc::new(event)))
    }

    /// Returns the hottest keys of the last half to whole second, at most 128, ordered by their share of what a
    /// partition serves.
    pub fn snapshot(&self) -> Vec<HotKey> {
        let fleet = self.settings().this_process();
        self.found().0.into_iter().map(|found| HotKey::new(found, fleet)).collect()
    }

    /// Returns the counts behind [`snapshot`](Self::snapshot) as plain data, to merge them with those of other
    /// processes.
    pub fn counts(&self) -> Snapshot {
        let (found, loads) = self.found();
        Snapshot { processes: 1, keys: found.into_iter().map(KeyCount::new).collect(), loads }
    }

    /// Returns the keys and the loads of the last half to whole second, the hottest key first.
    fn found(&self) -> (Vec<Found>, Vec<LoadCount>) {
        let now = self.now();
        let mut window = self.window();
        let hot = window.turn(now, self.settings());
        let (mut found, loads) = (window.found(now), window.tables.counted());
        drop(window);
        self.report_hot_keys(hot);
        found.sort_by(|a, b| b.rates.of_a_partition().total_cmp(&a.rates.of_a_partition()));
        (found, loads)
    }

    /// Counts items of this many bytes that are written under a partition key, as a handle does for each of its writes.
    /// For benchmarks.
    #[doc(hidden)]
    pub fn __writes(&self, entity: &'static EntitySchema) -> Option<impl Fn(&KeyScalar, u64) + use<>> {
        let watch = Watch::new(self, "measured", entity.table)?;
        Some(move |table: &KeyScalar, bytes| watch.record_write(entity, ItemWrite { table, indexes: &[], bytes }, None))
    }

    fn report_hot_keys(&self, hot: Vec<Found>) {
        let fleet = self.settings().this_process();
        for key in hot.into_iter().map(|found| HotKey::new(found, fleet)) {
            tracing::warn!(
                table = key.table,
                index = key.index,
                entity = key.entity,
                key = key.key,
                capacity = %key.capacity,
                rate = key.rate,
                error = key.error,
                refused = key.refused,
                share = key.share,
                processes = key.processes,
                fleet_rate = key.fleet_rate(),
                shards = key.shards,
                advice = key.advice,
                "hot key"
            );
            #[cfg(feature = "metrics")]
            metrics::publish_hot_key(&key);
            if let Some(event) = &self.shared.settings.on_event {
                event(&key);
            }
        }
    }

    fn now(&self) -> Duration {
        self.shared.start.elapsed()
    }

    fn settings(&self) -> &Settings {
        &self.shared.settings
    }

    fn hasher(&self) -> &RandomState {
        &self.shared.hasher
    }

    fn window(&self) -> MutexGuard<'_, Window> {
        self.shared.window.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for Monitor {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Monitor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Monitor").field("settings", &self.shared.settings).finish_non_exhaustive()
    }
}

/// Converts NaN into a limit that is never reached.
fn or_never(limit: f64) -> f64 {
    if limit.is_nan() { f64::INFINITY } else { limit }
}

#[cfg(test)]
mod tests;
