//! What the model shows of itself.

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

    /// Not below 0.
    pub(super) fn take_back(&mut self, kind: Kind, units: f64) {
        let sum = match kind {
            Kind::Read => &mut self.read,
            Kind::Write => &mut self.write,
        };
        *sum = (*sum - units).max(0.0);
    }
}

/// The partitions of a table and of its global indexes, from
/// [`Local::partitions`](crate::Local::partitions).
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct TableSnapshot {
    /// The table, with its local indexes.
    pub table: ResourceSnapshot,
    /// The global indexes, by name.
    pub indexes: Vec<ResourceSnapshot>,
}

/// The partitions of a table or of a global index.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ResourceSnapshot {
    /// The index's name; `None` for the table.
    pub index: Option<String>,
    /// The ARN, as in a throttling reason.
    pub arn: String,
    /// The partitions in the order of their ranges, which leave no gap.
    pub partitions: Vec<PartitionSnapshot>,
    /// Units consumed since the table or index began.
    pub consumed: Units,
    /// Units that were refused here. What another resource refused is not among them; of a query or
    /// scan, its first block counts.
    pub throttled: Units,
    /// How many partitions were split for their heat.
    pub splits: u64,
    /// The keys with the most units, consumed and throttled, the hottest first.
    pub hottest: Vec<HotKey>,
}

/// One partition.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct PartitionSnapshot {
    /// The hashes of the keys that it holds.
    pub range: RangeInclusive<u64>,
    /// Units consumed since the partition began; a split begins two.
    pub consumed: Units,
    /// Units refused by this partition since it began.
    pub throttled: Units,
}

/// A partition key value and its units, reads and writes added up.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct HotKey {
    /// The value, in the spelling of [`Rule::lane`](crate::Rule::lane).
    pub key: String,
    /// Units consumed, at least.
    pub consumed: f64,
    /// Units refused, at least.
    pub throttled: f64,
    /// How many units more it may have been.
    pub error: f64,
}
