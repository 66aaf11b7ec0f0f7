//! The results of a simulation.

use std::collections::BTreeMap;
use std::time::Duration;

use hdrhistogram::Histogram;
use serde::Serialize;

use crate::partitions::{HotKey, PartitionSnapshot, ResourceSnapshot};

/// The share of throttled requests or units up to which a load holds: 0.1 %.
pub const MAX_THROTTLED_SHARE: f64 = 0.001;

/// The number of fullest partitions in a report.
const FULLEST: usize = 8;

/// The results of a load. Its text is a summary; [`Report::json`] returns all of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Report {
    /// The table, by the name of the struct that derives `Table`.
    pub table: String,
    /// The measured time in seconds, without the time before [`measure_from`](super::Simulation::measure_from).
    pub seconds: f64,
    /// The entities that the load writes or reads.
    pub entities: Vec<EntityReport>,
    /// The table first, then its global indexes.
    pub resources: Vec<ResourceReport>,
    /// The writes over time.
    pub intervals: Vec<Interval>,
}

/// The results of one entity.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct EntityReport {
    /// Its name.
    pub entity: String,
    /// The results of its writes.
    #[serde(flatten)]
    pub totals: Writes,
    /// The results of its reads.
    pub reads: Reads,
    /// The items that were still waiting for another attempt at the end.
    pub waiting: u64,
    /// The throttled attempts by resource: `table`, or the index's name. An attempt that several throttled counts for
    /// each.
    pub refused_by: BTreeMap<String, u64>,
    /// The number of seconds in which an attempt was throttled.
    pub throttled_seconds: u64,
    /// The duration of the accepted writes, from the first attempt to the answer of the last. `None` if there are none.
    pub latency: Option<LatencyReport>,
}

/// Numbers of writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[non_exhaustive]
pub struct Writes {
    /// Items that were to be written.
    pub writes: u64,
    /// Items that were written.
    pub accepted: u64,
    /// Items whose first attempt was throttled.
    pub throttled: u64,
    /// Attempts that were throttled. An item can have several.
    pub refusals: u64,
    /// Items that their writers gave up.
    pub lost: u64,
}

/// Numbers of gets and queries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[non_exhaustive]
pub struct Reads {
    /// All reads.
    pub reads: u64,
    /// Reads of which at least one shard was throttled. They are not retried.
    pub throttled: u64,
}

impl Reads {
    /// Returns the share of the reads that were throttled, from 0 to 1.
    #[must_use]
    pub fn throttled_share(&self) -> f64 {
        share(self.throttled as f64, self.reads.saturating_sub(self.throttled) as f64)
    }
}

/// Percentiles in milliseconds, each accurate to 0.1 %.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct LatencyReport {
    /// The median.
    pub p50_ms: f64,
    /// The 99th percentile.
    pub p99_ms: f64,
    /// The 99.9th percentile.
    pub p999_ms: f64,
    /// The maximum.
    pub max_ms: f64,
}

/// A table or a global secondary index.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ResourceReport {
    /// `table`, or the index's name.
    pub name: String,
    /// Write units that it consumed.
    pub consumed_units: f64,
    /// Write units that it throttled.
    pub throttled_units: f64,
    /// Read units that it consumed.
    pub consumed_read_units: f64,
    /// Read units that it throttled.
    pub throttled_read_units: f64,
    /// The number of its partitions at the beginning.
    pub partitions_before: usize,
    /// The number of its partitions at the end.
    pub partitions_after: usize,
    /// The keys with the most units, written and read, hottest first.
    pub hottest: Vec<HotKey>,
    /// The partitions with the most units, written and read, fullest first: at most 8.
    pub fullest: Vec<FullPartition>,
}

/// One of the fullest partitions of a table or of a global secondary index. A partition that was split counts from then
/// on.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct FullPartition {
    /// Its position in the order of the hashes of keys, from 1.
    pub number: usize,
    /// Write units that it consumed.
    pub consumed_units: f64,
    /// Write units that it throttled.
    pub throttled_units: f64,
    /// Read units that it consumed.
    pub consumed_read_units: f64,
    /// Read units that it throttled.
    pub throttled_read_units: f64,
}

/// A part of the simulated time.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Interval {
    /// When it begins, in seconds from the start of the simulation.
    pub start_seconds: f64,
    /// The results of the writes in it, by entity.
    pub entities: BTreeMap<String, Writes>,
    /// The number of partitions at its beginning, by table (`table`) and index.
    pub partitions: BTreeMap<String, usize>,
}

impl Report {
    /// Returns the report as JSON.
    #[must_use]
    pub fn json(&self) -> String {
        // Serializing maps with text keys and finite numbers does not fail.
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// Returns the largest throttled share, from 0 to 1: of an entity's writes or reads, or of the units of the table
    /// or an index.
    #[must_use]
    pub fn throttled_share(&self) -> f64 {
        let of_entity = |entity: &EntityReport| [entity.throttled_share(), entity.reads.throttled_share()];
        let of_resource = |resource: &ResourceReport| [resource.throttled_share(), resource.throttled_read_share()];
        let shares = self.entities.iter().flat_map(of_entity).chain(self.resources.iter().flat_map(of_resource));
        shares.fold(0.0, f64::max)
    }

    /// Returns whether at most 0.1 % is throttled ([`MAX_THROTTLED_SHARE`]): of each entity's writes and reads, and of
    /// the units of the table and each index.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.throttled_share() <= MAX_THROTTLED_SHARE
    }

    /// Returns the entity of this name.
    #[must_use]
    pub fn entity(&self, name: &str) -> Option<&EntityReport> {
        self.entities.iter().find(|entity| entity.entity == name)
    }

    /// Returns the table (`table`) or the index of this name.
    #[must_use]
    pub fn resource(&self, name: &str) -> Option<&ResourceReport> {
        self.resources.iter().find(|resource| resource.name == name)
    }
}

impl EntityReport {
    pub(super) fn new(entity: &str) -> Self {
        Self {
            entity: entity.to_owned(),
            totals: Writes::default(),
            reads: Reads::default(),
            waiting: 0,
            refused_by: BTreeMap::new(),
            throttled_seconds: 0,
            latency: None,
        }
    }

    /// Returns the share of its items whose first attempt was throttled, from 0 to 1.
    #[must_use]
    pub fn throttled_share(&self) -> f64 {
        self.totals.throttled_share()
    }
}

impl Writes {
    /// Returns the share of the items whose first attempt was throttled, from 0 to 1.
    #[must_use]
    pub fn throttled_share(&self) -> f64 {
        share(self.throttled as f64, self.writes.saturating_sub(self.throttled) as f64)
    }
}

impl ResourceReport {
    pub(super) fn new(partitions_before: usize, name: &str, snapshot: ResourceSnapshot) -> Self {
        Self {
            name: name.to_owned(),
            consumed_units: snapshot.consumed.write,
            throttled_units: snapshot.throttled.write,
            consumed_read_units: snapshot.consumed.read,
            throttled_read_units: snapshot.throttled.read,
            partitions_before,
            partitions_after: snapshot.partitions.len(),
            fullest: fullest(&snapshot.partitions),
            hottest: snapshot.hottest,
        }
    }

    /// Returns the share of the requested read units that it throttled, from 0 to 1.
    #[must_use]
    pub fn throttled_read_share(&self) -> f64 {
        share(self.throttled_read_units, self.consumed_read_units)
    }

    /// Returns the share of the requested write units that it throttled, from 0 to 1.
    #[must_use]
    pub fn throttled_share(&self) -> f64 {
        share(self.throttled_units, self.consumed_units)
    }
}

impl FullPartition {
    fn new(at: usize, snapshot: &PartitionSnapshot) -> Self {
        Self {
            number: at.saturating_add(1),
            consumed_units: snapshot.consumed.write,
            throttled_units: snapshot.throttled.write,
            consumed_read_units: snapshot.consumed.read,
            throttled_read_units: snapshot.throttled.read,
        }
    }

    /// Returns all units that were requested of it.
    fn units(&self) -> f64 {
        self.consumed_units + self.throttled_units + self.consumed_read_units + self.throttled_read_units
    }
}

fn fullest(partitions: &[PartitionSnapshot]) -> Vec<FullPartition> {
    let all = partitions.iter().enumerate().map(|(at, partition)| FullPartition::new(at, partition));
    let mut all: Vec<_> = all.filter(|partition| partition.units() > 0.0).collect();
    all.sort_by(|a, b| b.units().total_cmp(&a.units()));
    all.truncate(FULLEST);
    all
}

/// Returns the share of a part in the sum of itself and the rest.
fn share(part: f64, rest: f64) -> f64 {
    let all = part + rest;
    if all > 0.0 { part / all } else { 0.0 }
}

impl LatencyReport {
    pub(super) fn of(microseconds: &Histogram<u64>) -> Self {
        let milliseconds = |microseconds: u64| Duration::from_micros(microseconds).as_secs_f64() * 1e3;
        let at = |quantile| milliseconds(microseconds.value_at_quantile(quantile));
        Self { p50_ms: at(0.5), p99_ms: at(0.99), p999_ms: at(0.999), max_ms: milliseconds(microseconds.max()) }
    }
}
