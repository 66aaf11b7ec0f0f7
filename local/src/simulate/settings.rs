//! What a simulation is given.

use std::collections::BTreeMap;
use std::time::Duration;

use keywright::key::Timestamp;
use keywright::physics::limits::NEW_TABLE_PARTITIONS;
use keywright::schema::{EntitySchema, TableSchema};
use keywright::{Schema, Table};

use super::assumptions::{self, Assumptions};
use super::load::{MOST_ITEMS_PER_SECOND, Traffic};
use super::{Error, Load, Report, Retry, run};
use crate::Partitions;
use crate::partitions::{Resource, Throughput};

/// How many intervals a report has, unless told.
const INTERVALS: u32 = 60;

/// The most intervals that a report holds.
const MOST_INTERVALS: u128 = 100_000;

/// The most writers, and the most partitions at the start of a table or index, that are kept in memory.
const MOST_WRITERS: u32 = 100_000;
const MOST_PARTITIONS: u64 = 100_000;

/// More writes than these take hours.
const MOST_WRITES: f64 = 1e10;

/// Writes of a schema's entities, on a model of its table's partitions. See the [module](super).
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
    partitions: Partitions,
    /// Write units a second; the table's under no name.
    warm: BTreeMap<Option<String>, u64>,
}

impl Simulation {
    /// A minute of this load on a new on-demand table.
    pub fn new<S: Schema>(load: Load) -> Self {
        Self {
            table: const { &<S::Table as Table>::SCHEMA },
            entities: S::ENTITIES,
            load,
            duration: Duration::from_secs(60),
            retry: Retry::default(),
            writers: 10,
            latency: Duration::from_millis(4),
            // 2026-06-22T12:00:00Z
            start: Timestamp { seconds: 1_782_129_600, nanos: 0 },
            seed: 0,
            interval: None,
            partitions: Partitions::default(),
            warm: BTreeMap::new(),
        }
    }

    /// How long the load lasts: a minute by default.
    pub fn duration(mut self, duration: Duration) -> Self {
        self.duration = duration;
        self
    }

    /// What the writers do about a throttled write: what keywright does by default.
    pub fn retry(mut self, retry: Retry) -> Self {
        self.retry = retry;
        self
    }

    /// How many processes write: 10 by default, at least 1. Each takes random shards in turn, from a start of its own, and
    /// an item is written by any of them.
    pub fn writers(mut self, writers: u32) -> Self {
        self.writers = writers.max(1);
        self
    }

    /// How long an answer takes, accepted or throttled: 4 ms by default.
    ///
    /// Assumed: AWS speaks of single-digit milliseconds.
    pub fn latency(mut self, latency: Duration) -> Self {
        self.latency = latency;
        self
    }

    /// When the load begins, by the clock that buckets follow: 2026-06-22T12:00:00Z by default.
    pub fn start(mut self, start: Timestamp) -> Self {
        self.start = start;
        self
    }

    /// Draws another load; 0 by default. With the same seed, two runs are the same.
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// The length of the intervals in the report: a sixtieth of the duration by default, at least a second.
    pub fn interval(mut self, interval: Duration) -> Self {
        self.interval = Some(interval);
        self
    }

    /// The model of the partitions, with its assumptions. Its clock is not used, and nothing is provisioned.
    pub fn partitions(mut self, partitions: Partitions) -> Self {
        self.partitions = partitions;
        self
    }

    /// The table's warm throughput in write units a second. Without it, and for less than 4,000, it has the 4 partitions
    /// of a new table.
    pub fn warm_table(mut self, write_units: u64) -> Self {
        self.warm.insert(None, write_units);
        self
    }

    /// The same for an index, which has partitions of its own.
    pub fn warm_index(mut self, index: impl Into<String>, write_units: u64) -> Self {
        self.warm.insert(Some(index.into()), write_units);
        self
    }

    /// Runs it.
    ///
    /// # Errors
    ///
    /// If the load is empty, or writes an entity that is not the schema's or whose keys cannot be written, or an index is
    /// warm that is none. If items are larger than DynamoDB stores (400 KB), a declared peak is above 10 million writes a
    /// second, or the whole is too much to simulate: 10 billion writes, and 100,000 writers, intervals of the report, or
    /// partitions of a table or index at the start.
    pub fn run(&self) -> Result<Report, Error> {
        run::run(self, &self.partitions)
    }

    /// Runs it under each plausible value of what AWS does not publish, one at a time, and says what hangs on them.
    ///
    /// Tried are 8 placements, buckets of a tenth of a second and, where it lasts longer than 2 minutes, splits after 2
    /// and 10 minutes, from 70 and 90 % of the limit, and none for a key with half the heat: 9 runs, or 14.
    ///
    /// # Errors
    ///
    /// Those of [`run`](Self::run).
    pub fn under_assumptions(&self) -> Result<Assumptions, Error> {
        assumptions::try_all(self, &self.partitions)
    }

    pub(super) fn run_with(&self, partitions: &Partitions) -> Result<Report, Error> {
        run::run(self, partitions)
    }

    /// The entities that are written.
    pub(super) fn streams(&self) -> Result<Vec<(&'static EntitySchema, &Traffic)>, Error> {
        let of = |name: &str| self.entities.iter().copied().find(|entity| entity.name == name);
        let stream = |(name, traffic): (&&'static str, &'_ Traffic)| match of(name) {
            Some(_) if traffic.items_per_second <= 0.0 => Ok(None),
            Some(_) if traffic.items_per_second > MOST_ITEMS_PER_SECOND => {
                let reason = format_args!("`{name}` declares {} writes a second", traffic.items_per_second);
                Err(Error::fault(reason, "give the load its traffic, at most 10 million items a second"))
            }
            Some(entity) => Ok(Some(entity)),
            None => {
                let reason = format_args!("`{name}` is no entity of the table `{}`", self.table.name);
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
        let per_second: f64 = streams.iter().map(|(_, traffic)| traffic.items_per_second).sum();
        self.check(per_second * self.duration.as_secs_f64())?;
        Ok(streams)
    }

    /// Refuses what takes more time or memory than a machine has.
    fn check(&self, writes: f64) -> Result<(), Error> {
        if writes > MOST_WRITES {
            let reason = format_args!("{writes:.0} writes are too many to simulate");
            return Err(Error::fault(reason, "simulate a shorter time, or a part of the load"));
        }
        if self.writers > MOST_WRITERS {
            let reason = format_args!("{} writers are too many to simulate", self.writers);
            return Err(Error::fault(reason, "give at most 100,000"));
        }
        let intervals = self.duration.as_nanos() / self.length_of_intervals().as_nanos();
        if intervals > MOST_INTERVALS {
            let reason = format_args!("a report of {intervals} intervals is too long");
            return Err(Error::fault(reason, "take longer intervals, at most 100,000 of them"));
        }
        Ok(())
    }

    /// The table's and indexes' partitions at the start.
    pub(super) fn resources(&self, partitions: &Partitions) -> Result<Vec<Resource>, Error> {
        for index in self.warm.keys().flatten() {
            if self.table.index(index).is_none() {
                let reason = format_args!("the table `{}` has no index {index} to be warm", self.table.name);
                return Err(Error::fault(reason, "name one of its indexes"));
            }
        }
        for (index, write) in &self.warm {
            let write = *write;
            if (Throughput { read: 0, write }).partitions() > MOST_PARTITIONS {
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

    /// The place of a table or index among [`resources`](Self::resources).
    pub(super) fn place(&self, index: Option<&str>) -> usize {
        let among = |name| self.table.indexes.iter().position(|index| index.name == name);
        index.and_then(among).map_or(0, |place| place + 1)
    }

    pub(super) fn length_of_intervals(&self) -> Duration {
        let second = Duration::from_secs(1);
        self.interval.unwrap_or(self.duration / INTERVALS).max(second)
    }
}
