//! The observable state of the model.

use std::ops::RangeInclusive;

use serde::Serialize;

use super::kind::Kind;

/// Capacity units.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[non_exhaustive]
pub struct Units {
    /// Read units.
    pub read: f64,
    /// Write units.
    pub write: f64,
}

impl Units {
    pub(super) fn add(&mut self, kind: Kind, units: f64) {
        match kind {
            Kind::Read => self.read += units,
            Kind::Write => self.write += units,
        }
    }

    /// Takes units back, down to 0.
    pub(super) fn take_back(&mut self, kind: Kind, units: f64) {
        let sum = match kind {
            Kind::Read => &mut self.read,
            Kind::Write => &mut self.write,
        };
        *sum = (*sum - units).max(0.0);
    }
}

/// The partitions of a table and of its global secondary indexes, from [`Local::partitions`](crate::Local::partitions).
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct TableSnapshot {
    /// The table, with its local secondary indexes.
    pub table: ResourceSnapshot,
    /// The global secondary indexes, sorted by name.
    pub indexes: Vec<ResourceSnapshot>,
}

/// The partitions of a table or of a global secondary index.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ResourceSnapshot {
    /// The index's name. `None` for the table.
    pub index: Option<String>,
    /// The ARN, as in a throttling reason.
    pub arn: String,
    /// The partitions in the order of their ranges, which leave no gap.
    pub partitions: Vec<PartitionSnapshot>,
    /// Units consumed since the table or index was created.
    pub consumed: Units,
    /// Units that were throttled here, without those that another resource throttled. For a query or scan, its first
    /// block counts.
    pub throttled: Units,
    /// The number of partitions that were split for heat.
    pub splits: u64,
    /// The keys with the most units, consumed and throttled, hottest first.
    pub hottest: Vec<HotKey>,
}

/// One partition.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct PartitionSnapshot {
    /// The range of hashes of its keys.
    pub range: RangeInclusive<u64>,
    /// Units consumed since the partition was created. A split creates two.
    pub consumed: Units,
    /// Units throttled by this partition since it was created.
    pub throttled: Units,
}

/// A partition key value with its units, the sum of reads and writes.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct HotKey {
    /// The value, in the spelling of [`Rule::lane`](crate::Rule::lane).
    pub key: String,
    /// The minimum of consumed units.
    pub consumed: f64,
    /// The minimum of throttled units.
    pub throttled: f64,
    /// The maximum number of additional units.
    pub error: f64,
}
