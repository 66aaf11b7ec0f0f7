//! Lanes: the partition keys that a query reads.

use std::{fmt, sync::Arc};

use super::{cursor::After, interval::Interval, shards::Shards};
use crate::{
    key::{KeyScalar, Timestamp},
    schema::{KeySchema, LegacyKey, ShardBy, Sharding, Template},
};

/// One partition key that a query reads, with the interval of sort keys to read.
#[derive(Clone, PartialEq, Eq)]
pub struct Lane {
    pub(crate) partition: KeyScalar,
    pub(crate) interval: Arc<Interval>,
    pub(crate) generation: Generation,
    /// Whether several generations of the design write this partition key. Each then has a lane, and returns its own
    /// items.
    pub(crate) is_shared: bool,
    /// The item after which it continues.
    pub(crate) start: Option<After>,
    /// Whether it has been examined completely.
    pub(crate) done: bool,
}

/// The generation of the partition key's design that a lane belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Generation {
    /// The current template and shards.
    Current,
    /// The `legacy(..)` at this position, counted from 0.
    Legacy(usize),
}

/// The lanes that are read concurrently and merged: those of one bucket if buckets follow one another in the order of
/// the sort key, otherwise all lanes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    pub(crate) bucket: Option<Timestamp>,
    pub(crate) lanes: Vec<Lane>,
}

impl Generation {
    /// Returns its age: 0 for the current design.
    pub(crate) fn age(self) -> u32 {
        match self {
            Self::Current => 0,
            Self::Legacy(place) => u32::try_from(place).unwrap_or(u32::MAX).saturating_add(1),
        }
    }
}

impl Lane {
    /// Returns the value of the partition key.
    pub fn partition_key(&self) -> &KeyScalar {
        &self.partition
    }

    /// Returns the interval of sort keys to read.
    pub fn interval(&self) -> &Interval {
        &self.interval
    }

    /// Returns the generation of the partition key's design.
    pub fn generation(&self) -> Generation {
        self.generation
    }

    /// Returns whether its interval is empty, so that it needs no request.
    pub fn is_empty(&self) -> bool {
        self.done || self.interval.is_empty()
    }
}

/// Omits its keys, which may contain sensitive values. The plan's `Display` shows them with sensitive values redacted.
impl fmt::Debug for Lane {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lane").field("generation", &self.generation).finish_non_exhaustive()
    }
}

impl Group {
    /// Returns its lanes, in the order of their ranks.
    pub fn lanes(&self) -> &[Lane] {
        &self.lanes
    }

    /// Returns the number of its lanes that need requests.
    pub(crate) fn open_lanes(&self) -> usize {
        self.lanes.iter().filter(|lane| !lane.is_empty()).count()
    }

    /// Returns the first instant of its bucket, if buckets follow one another. For a bucket in which another design
    /// begins (`since`), or if that design has no buckets, the first instant of its part of the range.
    pub fn bucket(&self) -> Option<Timestamp> {
        self.bucket
    }
}

impl fmt::Display for Generation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Current => f.write_str("current"),
            Self::Legacy(place) => write!(f, "legacy {}", place + 1),
        }
    }
}

impl KeySchema {
    /// Returns the maximum number of lanes that a read of one bucket, or of one whole partition key without buckets,
    /// visits: all of its shards, after the last `grow`, and those of its legacy keys.
    ///
    /// A partition key that a legacy template renders exactly as a newer one counts once. With hash shards of the table
    /// it counts twice, because each generation's items are requested separately.
    pub fn lanes_per_bucket(&self) -> u64 {
        let is_hashed = self.shard.is_some_and(|sharding| matches!(sharding.by, ShardBy::Hash { .. }));
        let apart = self.index.is_none() && is_hashed;
        let all = |sharding: &Sharding| Shards::all(sharding, sharding.last_count());
        let shards: Vec<_> =
            self.generations().map(|(_, _, sharding)| sharding.map_or_else(Shards::unsharded, all)).collect();
        (0..shards.len()).map(|place| self.new_shards(place, &shards, apart)).sum()
    }

    /// Returns the designs of the partition key, newest first.
    pub(crate) fn generations(&self) -> impl Iterator<Item = (Generation, &Template, Option<&Sharding>)> {
        let older = |(place, legacy): (usize, &'static LegacyKey)| {
            (Generation::Legacy(place), &legacy.partition, legacy.shard.as_ref())
        };
        let current = (Generation::Current, &self.partition, self.shard.as_ref());
        std::iter::once(current).chain(self.legacy.iter().enumerate().map(older))
    }

    /// Returns the number of one design's shards that no newer design with an equal template has, given the shards of
    /// each. With `apart`, the current design's shards are read separately.
    pub(crate) fn new_shards(&self, place: usize, shards: &[Shards], apart: bool) -> u64 {
        let designs = || self.generations().map(|(_, template, _)| template).zip(shards);
        let Some((template, own)) = designs().nth(place) else { return 0 };
        let is_alike = |(newer, _): &(&Template, _)| newer.segments == template.segments;
        let newer: Vec<_> = designs().take(place).skip(apart.into()).filter(is_alike).collect();
        match newer.as_slice() {
            [] => own.len() as u64,
            _ => own.iter().filter(|shard| !newer.iter().any(|(_, shards)| shards.contains(*shard))).count() as u64,
        }
    }
}
