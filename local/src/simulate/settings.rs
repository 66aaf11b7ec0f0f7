//! The settings of a simulation.

use std::collections::BTreeMap;
use std::time::Duration;

use keywright::key::Timestamp;
use keywright::physics::limits::NEW_TABLE_PARTITIONS;
use keywright::schema::{EntitySchema, TableSchema};
use keywright::{Schema, Table};

use super::deployed;
use super::load::{MAX_REQUESTS_PER_SECOND, Traffic};
use super::{Error, Load, Retry};
use crate::Partitions;
use crate::partitions::{Resource, Throughput};

const DAY: Duration = Duration::from_secs(86_400);

/// The default number of intervals of a report.
const INTERVALS: u32 = 60;

/// The maximum number of intervals of a report.
const MAX_INTERVALS: u128 = 100_000;

/// The maximum number of writers, and of partitions at the start of a table or index, because they are kept in memory.
const MAX_WRITERS: u32 = 100_000;
const MAX_PARTITIONS: u64 = 100_000;

/// The maximum number of writes. More would take hours.
const MAX_WRITES: f64 = 1e10;

/// Simulates writes and reads of a schema's entities on a model of its table's partitions. See the [module](super).
#[derive(Debug, Clone)]
#[must_use = "a simulation does nothing until `run` or `under_assumptions`"]
pub struct Simulation {
    pub(super) table: &'static TableSchema,
    entities: &'static [&'static EntitySchema],
    load: Load,
    pub(super) duration: Duration,
    pub(super) retry: Retry,
    pub(super) writers: u32,
    pub(super) latency: Duration,
    pub(super) start: Timestamp,
    pub(super) seed: u64,
    interval: Option<Duration>,
    measured_from: Duration,
    /// How long the load was applied on the previous day.
    pub(super) past: Duration,
    pub(super) partitions: Partitions,
    /// Write units per second by index. `None` is the table.
    warm: BTreeMap<Option<String>, u64>,
}

impl Simulation {
    /// Makes a simulation of a minute of this load on a new on-demand table.
    pub fn new<S: Schema>(load: Load) -> Self {
        Self::of(const { &<S::Table as Table>::SCHEMA }, S::ENTITIES, load)
    }

    /// Like [`new`](Self::new), for a schema that is given as data: a table and the entities that it stores.
    ///
    /// With this a program can try designs that it generates. The derives write such schemas too: `E::SCHEMA` of an
    /// [`Entity`](keywright::Entity). It is not checked that the entities are those of the table.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use keywright::{Entity, Table};
    /// use keywright_local::simulate::{Load, Simulation};
    /// # use serde::{Deserialize, Serialize};
    ///
    /// # #[derive(Table)]
    /// # #[entities(Call)]
    /// # struct Calls;
    /// #
    /// # #[derive(Entity, Serialize, Deserialize)]
    /// # #[entity(table = Calls)]
    /// # #[pk(template = "CALLS#<id>")]
    /// # #[sk(template = "<at>")]
    /// # #[peak(writes_per_second = 500, item_bytes = 500)]
    /// # struct Call {
    /// #     at: chrono::DateTime<chrono::Utc>,
    /// #     id: String,
    /// # }
    /// #
    /// # fn main() -> Result<(), keywright_local::Error> {
    /// static TABLE: keywright::schema::TableSchema = <Calls as Table>::SCHEMA;
    /// static ENTITIES: [&keywright::schema::EntitySchema; 1] = [&<Call as Entity>::SCHEMA];
    ///
    /// let load = Load::declared_by(&ENTITIES);
    /// let report = Simulation::of(&TABLE, &ENTITIES, load).duration(Duration::from_secs(1)).run()?;
    /// assert_eq!(report.entities[0].throttled_share(), 0.0);
    /// # Ok(())
    /// # }
    /// ```
    pub fn of(table: &'static TableSchema, entities: &'static [&'static EntitySchema], load: Load) -> Self {
        Self {
            table,
            entities,
            load,
            duration: Duration::from_secs(60),
            retry: Retry::default(),
            writers: 10,
            latency: Duration::from_millis(4),
            // 2026-06-22T12:00:00Z
            start: Timestamp { seconds: 1_782_129_600, nanos: 0 },
            seed: 0,
            interval: None,
            measured_from: Duration::ZERO,
            past: Duration::ZERO,
            partitions: Partitions::default(),
            warm: BTreeMap::new(),
        }
    }

    /// Makes a simulation of a minute of this load on the table that the generated templates deploy, with their warm
    /// throughput for the table and each index.
    ///
    /// ```
    /// # use keywright::{Entity, Table};
    /// use std::time::Duration;
    ///
    /// use keywright::key::Timestamp;
    /// use keywright_local::simulate::{Load, Simulation};
    /// # use serde::{Deserialize, Serialize};
    ///
    /// # #[derive(Table)]
    /// # #[entities(Call)]
    /// # struct Calls;
    /// #
    /// # #[derive(Entity, Serialize, Deserialize)]
    /// # #[entity(table = Calls)]
    /// # #[pk(template = "CALLS#<at:day>")]
    /// # #[shard(random = 20)]
    /// # #[sk(template = "<at>#<id>")]
    /// # #[peak(writes_per_second = 1_000, item_bytes = 500)]
    /// # struct Call {
    /// #     at: chrono::DateTime<chrono::Utc>,
    /// #     id: String,
    /// # }
    /// #
    /// # fn main() -> Result<(), keywright_local::Error> {
    /// // Through midnight, after an hour of the load: from 23:59:50, and only what comes after midnight counts.
    /// let report = Simulation::deployed::<Calls>(Load::declared::<Calls>())
    ///     .start(Timestamp { seconds: 1_782_172_790, nanos: 0 })
    ///     .after(Duration::from_secs(3_600))
    ///     .measure_from(Duration::from_secs(10))
    ///     .duration(Duration::from_secs(20))
    ///     .run()?;
    /// assert!(report.resources[0].hottest[0].key.starts_with("CALLS#2026-06-23"));
    /// # Ok(())
    /// # }
    /// ```
    pub fn deployed<S: Schema>(load: Load) -> Self {
        Self::deployed_of(const { &<S::Table as Table>::SCHEMA }, S::ENTITIES, load)
    }

    /// Like [`deployed`](Self::deployed), for a schema that is given as data, as in [`of`](Self::of).
    pub fn deployed_of(table: &'static TableSchema, entities: &'static [&'static EntitySchema], load: Load) -> Self {
        let simulation = Self::of(table, entities, load);
        let places = simulation.table.indexes.iter().map(|index| Some(index.name));
        let warm = std::iter::once(None)
            .chain(places)
            .filter_map(|index| Some((index.map(str::to_owned), deployed::warm_write_units(entities, index)?)));
        Self { warm: warm.collect(), ..simulation }
    }

    /// Sets how long the load lasts, including the part that is not measured. The default is one minute.
    pub fn duration(mut self, duration: Duration) -> Self {
        self.duration = duration;
        self
    }

    /// Sets how writers handle a throttled write. The default is keywright's way.
    pub fn retry(mut self, retry: Retry) -> Self {
        self.retry = retry;
        self
    }

    /// Sets the number of writing processes, at least 1. The default is 10. Each uses random shards in turn, from its
    /// own start, and an item is written by any of them.
    pub fn writers(mut self, writers: u32) -> Self {
        self.writers = writers.max(1);
        self
    }

    /// Sets how long an answer takes, accepted or throttled. The default is 4 ms.
    ///
    /// Assumed: AWS mentions single-digit milliseconds.
    pub fn latency(mut self, latency: Duration) -> Self {
        self.latency = latency;
        self
    }

    /// Sets when the load begins, by the clock that buckets follow. The default is 2026-06-22T12:00:00Z.
    pub fn start(mut self, start: Timestamp) -> Self {
        self.start = start;
        self
    }

    /// Sets the seed of the random numbers. The default is 0. With equal seeds, two runs are equal.
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Sets the length of the intervals in the report, at least a second. The default is a sixtieth of the duration.
    pub fn interval(mut self, interval: Duration) -> Self {
        self.interval = Some(interval);
        self
    }

    /// Omits the first part of the load from the report. The default is to omit nothing. Splits and saved capacity from
    /// that part remain. To measure a roll-over of buckets, [`start`](Self::start) shortly before it, and measure from
    /// it.
    pub fn measure_from(mut self, from: Duration) -> Self {
        self.measured_from = from;
        self
    }

    /// Starts with the partitions that this load has caused within this time on the previous day. The default is zero,
    /// and so the partitions of a new table. Keys without a bucket, or with one of more than a day, keep the splits
    /// that their heat caused; the keys of shorter buckets are new.
    ///
    /// An hour takes only a moment: for each delay between splits ([`Partitions::split_after`]), 1 to 10 seconds are
    /// drawn.
    pub fn after(mut self, past: Duration) -> Self {
        self.past = past;
        self
    }

    /// Sets the model of the partitions, with its assumptions. Its clock is not used, and nothing is provisioned.
    pub fn partitions(mut self, partitions: Partitions) -> Self {
        self.partitions = partitions;
        self
    }

    /// Sets the table's warm throughput in write units per second. Without it, and for less than 4,000, it has the 4
    /// partitions of a new table.
    pub fn warm_table(mut self, write_units: u64) -> Self {
        self.warm.insert(None, write_units);
        self
    }

    /// Sets the warm throughput of an index, which has its own partitions.
    pub fn warm_index(mut self, index: impl Into<String>, write_units: u64) -> Self {
        self.warm.insert(Some(index.into()), write_units);
        self
    }

    /// Returns the entities that are written.
    pub(super) fn streams(&self) -> Result<Vec<(&'static EntitySchema, &Traffic)>, Error> {
        let of = |name: &str| self.entities.iter().copied().find(|entity| entity.name == name);
        let stream = |(name, traffic): (&&'static str, &'_ Traffic)| match of(name) {
            Some(_) if traffic.per_second() <= 0.0 => Ok(None),
            Some(_) if traffic.per_second() > MAX_REQUESTS_PER_SECOND => {
                let reason = format_args!("`{name}` declares {} requests a second", traffic.per_second());
                Err(Error::fault(reason, "give the load its traffic, at most 10 million items a second"))
            }
            Some(entity) => Ok(Some(entity)),
            None => {
                let reason = format_args!("`{name}` is not an entity of the table `{}`", self.table.name);
                Err(Error::fault(reason, "list it in `#[entities(..)]`, or leave it out of the load"))
            }
        };
        let mut streams = Vec::new();
        for (name, traffic) in &self.load.traffic {
            streams.extend(stream((name, traffic))?.map(|entity| (entity, traffic)));
        }
        if streams.is_empty() {
            let reason = format_args!("nothing writes to the table `{}`", self.table.name);
            return Err(Error::fault(reason, "declare a `#[peak(..)]`, or give the load an entity's traffic"));
        }
        let per_second: f64 = streams.iter().map(|(_, traffic)| traffic.per_second()).sum();
        self.check(per_second * self.duration.as_secs_f64())?;
        Ok(streams)
    }

    /// Rejects a simulation that takes too much time or memory.
    fn check(&self, writes: f64) -> Result<(), Error> {
        if writes > MAX_WRITES {
            let reason = format_args!("{writes:.0} writes are too many to simulate");
            return Err(Error::fault(reason, "simulate a shorter time, or a part of the load"));
        }
        if self.writers > MAX_WRITERS {
            let reason = format_args!("{} writers are too many to simulate", self.writers);
            return Err(Error::fault(reason, "give at most 100,000"));
        }
        if !self.measured_from.is_zero() && self.measured_from >= self.duration {
            let reason = format_args!("nothing is measured of {} s", self.duration.as_secs_f64());
            return Err(Error::fault(reason, "measure from an earlier moment, or simulate a longer time"));
        }
        let intervals = self.duration.as_nanos() / self.length_of_intervals().as_nanos();
        if intervals > MAX_INTERVALS {
            let reason = format_args!("a report of {intervals} intervals is too long");
            return Err(Error::fault(reason, "take longer intervals, at most 100,000 of them"));
        }
        Ok(())
    }

    /// Returns the table's and indexes' partitions at the start.
    pub(super) fn resources(&self, partitions: &Partitions) -> Result<Vec<Resource>, Error> {
        for index in self.warm.keys().flatten() {
            if self.table.index(index).is_none() {
                let reason = format_args!("the table `{}` has no index {index} to be warm", self.table.name);
                return Err(Error::fault(reason, "name one of its indexes"));
            }
        }
        for (index, write) in &self.warm {
            let write = *write;
            if (Throughput { read: 0, write }).partitions() > MAX_PARTITIONS {
                let place =
                    index.as_deref().map_or_else(|| "the table".to_owned(), |index| format!("the index {index}"));
                let reason = format_args!("{place} is warm for {write} write units a second");
                return Err(Error::fault(reason, "give at most 100 million, on 100,000 partitions"));
            }
        }
        let resource = |index: Option<&str>| {
            let write = self.warm.get(&index.map(str::to_owned)).copied().unwrap_or_default();
            let count = Throughput { read: 0, write }.partitions().max(NEW_TABLE_PARTITIONS);
            let splits = partitions.splits(index.is_some(), !self.table.local_indexes.is_empty());
            Resource::new(index, "", splits, count, partitions, Duration::ZERO)
        };
        let indexes = self.table.indexes.iter().map(|index| resource(Some(index.name)));
        Ok(std::iter::once(resource(None)).chain(indexes).collect())
    }

    /// Returns the index of a table or index in [`resources`](Self::resources).
    pub(super) fn place(&self, index: Option<&str>) -> usize {
        let among = |name| self.table.indexes.iter().position(|index| index.name == name);
        index.and_then(among).map_or(0, |place| place + 1)
    }

    pub(super) fn length_of_intervals(&self) -> Duration {
        let second = Duration::from_secs(1);
        self.interval.unwrap_or(self.duration.saturating_sub(self.measured_from) / INTERVALS).max(second)
    }

    pub(super) fn measured_from(&self) -> Duration {
        self.measured_from
    }

    /// Returns the time from the first moment of the past to the start.
    pub(super) fn offset(&self) -> Duration {
        if self.past.is_zero() { Duration::ZERO } else { DAY }
    }

    /// Returns the first moment of the simulated past, or the start if there is no past.
    pub(super) fn origin(&self) -> Timestamp {
        let seconds = i64::try_from(self.offset().as_secs()).unwrap_or_default();
        Timestamp { seconds: self.start.seconds.saturating_sub(seconds), ..self.start }
    }
}
