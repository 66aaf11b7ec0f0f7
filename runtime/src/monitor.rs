//! Which key is hot, in production.
//!
//! The compiler refuses keys that are hot by construction. One tenant with half of the traffic is visible nowhere but
//! in the traffic: a [`Monitor`] names it within a second, with its rate, its share and the number of shards that would
//! cool it.

mod advice;
mod capacity;
mod counter_slots;
mod fleet;
mod found;
mod hot_key;
mod merged;
mod names;
mod order;
mod rates;
mod recent_events;
mod settings;
mod snapshot;
mod space_saving;
mod tables;
mod text;
mod touch;
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
pub(crate) use touch::Touch;
pub(crate) use watch::Watch;
use window::Window;
use writes::Weighed;

/// Counts the capacity that partition keys take, of tables and of each of their indexes, and names the heaviest.
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
/// A key of an index counts apart from that of the table, and reads apart from writes, because partitions meter them
/// apart. A request counts with the capacity it consumed where DynamoDB says so, else with what its items' sizes cost.
/// Writes of a handle with a monitor ask for that (`ReturnConsumedCapacity`). A request that is throttled for its key
/// counts with the units that were refused: such a key is hot even if it consumes nothing.
///
/// # What it sees, and what it does not
///
/// It sees the requests of its handles, in this process; the [section below](#several-processes) is about others. A
/// write that moves an item within an index also takes a unit of the key that it leaves, which counts for the new one;
/// what a delete takes of indexes is not counted, because its keys there are not known.
///
/// # Several processes
///
/// In a fleet of 20 processes a key of 1,000 WCU/s is one of 50 WCU/s in each. Two ways lead to the rate in all of
/// them:
///
/// - [`processes`](Self::processes), where a load balancer makes the processes equal: rates are scaled for events and
///   advice.
/// - [`counts`](Self::counts), where they are not: each process sends its [`Snapshot`] to one place, which merges them
///   and lets [`judge`](Self::judge) name the keys that are hot in their sum.
///
/// Without either, events are judged by the rate in this process, and the advice says that it speaks of one process.
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
/// # What is a rate
///
/// A single request is not an event, however large. An event is judged by what a key had in the last half-second
/// without its largest request, or in the last second, of which the largest may be no more than half. So an item of 400
/// KB that is written once is not an event, and one that is written ten times a second is one within a second. A
/// snapshot shows a request that was alone as one in a second, and has no advice for it. A key that is throttled is an
/// event all the same.
///
/// # How exact, and what it costs
///
/// Weighted Space-Saving with 1,000 counters over two half-windows of half a second each: a key is never
/// underestimated, and overestimated by at most a thousandth of all load, where a unit of a load counts as its share of
/// what a partition serves. So a key of 1,000 WCU/s among 100,000 WCU/s is reported with 1,000 to 1,100.
/// [`HotKey::error`] says by how much each is uncertain.
///
/// A key is shown, and can be an event, once it has a 128th of all load, counted in the same way: 780 WCU/s among
/// 100,000. Up to 128 keys are, so that lighter ones are shown too where there are few.
///
/// It takes less than 100 KB whatever the traffic. Counting a write of one key of 22 bytes took 58 to 68 ns where its
/// key had a counter, a third of it to read the clock, and 88 to 96 ns in a stream over a million keys, most of which
/// take the counter of another (the program `monitor` in `benches`; x86-64, the fastest tenth of runs of 1,000 writes).
/// A handle without a monitor pays nothing.
///
/// Clones share what was counted. Each setting makes a new monitor, so make them before handles have it.
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
    /// A monitor with 1,000 counters, whose events are for keys of 800 WCU/s or 2,400 RCU/s: 80 % of what a partition
    /// serves. No share is an event unless [`share`](Self::share) says so.
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

    /// Keeps this many counters instead of 1,000: from 1 to 65,534. The error is at most all load divided by their
    /// number; each takes 60 bytes.
    pub fn counters(self, counters: u16) -> Self {
        self.set(|settings| settings.counters = counters.clamp(1, SpaceSaving::MOST))
    }

    /// Makes an event of a key that has this share, from 0 to 1, of its table's or index's read or write units, and at
    /// least a tenth of what a partition serves: 100 WCU/s or 300 RCU/s, in all [`processes`](Self::processes). More
    /// than 1, or no number, is never.
    pub fn share(self, share: f64) -> Self {
        self.set(|settings| settings.share = or_never(share))
    }

    /// Makes an event of a key that is written with `units` WCU a second or more, in all [`processes`](Self::processes)
    /// if their number is known. Infinity or NaN is never reached.
    pub fn write_rate(self, units: f64) -> Self {
        self.set(|settings| settings.write_rate = or_never(units))
    }

    /// Makes an event of a key that is read with `units` RCU a second or more, in all [`processes`](Self::processes) if
    /// their number is known. Infinity or NaN is never reached.
    pub fn read_rate(self, units: f64) -> Self {
        self.set(|settings| settings.read_rate = or_never(units))
    }

    /// Lets at least so much time pass between two events of one key: 10 s by default. In that time there are at most
    /// 256 events.
    pub fn repeat_after(self, time: Duration) -> Self {
        self.set(|settings| settings.repeat_after = time)
    }

    /// Says that this process is one of `processes` equal ones, from 1: rates are multiplied by it before an event or
    /// an advice is judged. For a process that is alone, 1 lets the advice say that nothing is to be done.
    ///
    /// The rates that are shown stay those of this process; [`HotKey::fleet_rate`] is that of all.
    pub fn processes(self, processes: u32) -> Self {
        self.set(|settings| settings.processes = Some(processes.max(1)))
    }

    /// Calls this for every event: for a key that exceeds a rate or a share, or that is throttled.
    ///
    /// Events come at the end of each half-second, from the first request or snapshot after it, so within a second of a
    /// load that goes on. They are judged by what a key had at least. The function runs in the request that found them:
    /// it should be quick. It can ask for a [`snapshot`](Self::snapshot).
    ///
    /// Each event is also a `tracing` warning of the target `keywright::monitor`, with the fields of [`HotKey`].
    pub fn on_event(self, event: impl Fn(&HotKey) + Send + Sync + 'static) -> Self {
        self.set(|settings| settings.on_event = Some(Arc::new(event)))
    }

    /// The heaviest keys of the last half to whole second, at most 128, those first that take most of a partition.
    pub fn snapshot(&self) -> Vec<HotKey> {
        let fleet = self.settings().this_process();
        self.found().0.into_iter().map(|found| HotKey::new(found, fleet)).collect()
    }

    /// The counts behind [`snapshot`](Self::snapshot) as plain data, to be merged with those of other processes.
    pub fn counts(&self) -> Snapshot {
        let (found, loads) = self.found();
        Snapshot { processes: 1, keys: found.into_iter().map(KeyCount::new).collect(), loads }
    }

    /// The keys and the loads of the last half to whole second, the heaviest key first.
    fn found(&self) -> (Vec<Found>, Vec<LoadCount>) {
        let now = self.now();
        let mut window = self.window();
        let hot = window.turn(now, self.settings());
        let (mut found, loads) = (window.found(now), window.tables.counted());
        drop(window);
        self.tell(hot);
        found.sort_by(|a, b| b.rates.of_a_partition().total_cmp(&a.rates.of_a_partition()));
        (found, loads)
    }

    /// Counts items of this many bytes that are written under a partition key: what a handle does for each of its
    /// writes, to be measured alone.
    #[doc(hidden)]
    pub fn __writes(&self, entity: &'static EntitySchema) -> Option<impl Fn(&KeyScalar, u64) + use<>> {
        let watch = Watch::new(self, "measured", entity.table)?;
        Some(move |table: &KeyScalar, bytes| watch.wrote(entity, Weighed { table, indexes: &[], bytes }, None))
    }

    fn tell(&self, hot: Vec<Found>) {
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

/// What is not a number is never reached.
fn or_never(limit: f64) -> f64 {
    if limit.is_nan() { f64::INFINITY } else { limit }
}

#[cfg(test)]
mod tests;
