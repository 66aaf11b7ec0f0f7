//! Lanes: the partition keys that a query visits.

use std::{fmt, sync::Arc};

use super::{cursor::After, interval::Interval, shards::Shards};
use crate::{
    key::{KeyScalar, Timestamp},
    schema::{KeySchema, LegacyKey, ShardBy, Sharding, Template},
};

/// One partition key that a query visits, with what it is asked for there.
#[derive(Clone, PartialEq, Eq)]
pub struct Lane {
    pub(crate) partition: KeyScalar,
    pub(crate) interval: Arc<Interval>,
    pub(crate) generation: Generation,
    /// Whether designs of several generations write this partition key: each has a lane, and returns its own items.
    pub(crate) is_shared: bool,
    /// Where it goes on: behind this item.
    pub(crate) start: Option<After>,
    /// Whether all of it has been examined.
    pub(crate) done: bool,
}

/// Which design of the partition key a lane belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Generation {
    /// Today's template and shards.
    Current,
    /// The `legacy(..)` of this place, counted from 0.
    Legacy(usize),
}

/// The lanes that are read at once and merged: all of one bucket, where buckets follow one another in the order of
/// the sort key, else all there are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    pub(crate) bucket: Option<Timestamp>,
    pub(crate) lanes: Vec<Lane>,
}

impl Generation {
    /// Its age: 0 for today's.
    pub(crate) fn age(self) -> u32 {
        match self {
            Self::Current => 0,
            Self::Legacy(place) => u32::try_from(place).unwrap_or(u32::MAX).saturating_add(1),
        }
    }
}

impl Lane {
    /// The value of the partition key.
    pub fn partition_key(&self) -> &KeyScalar {
        &self.partition
    }

    /// The sort keys that it is asked for.
    pub fn interval(&self) -> &Interval {
        &self.interval
    }

    /// Which design of the partition key it belongs to.
    pub fn generation(&self) -> Generation {
        self.generation
    }

    /// Whether nothing can be there, so that it takes no request.
    pub fn is_empty(&self) -> bool {
        self.done || self.interval.is_empty()
    }
}

/// Without its keys, which may hold what is sensitive: the plan's `Display` shows what of them can be.
impl fmt::Debug for Lane {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lane").field("generation", &self.generation).finish_non_exhaustive()
    }
}

impl Group {
    /// Its lanes, in the order of their ranks.
    pub fn lanes(&self) -> &[Lane] {
        &self.lanes
    }

    /// How many of its lanes are asked.
    pub(crate) fn open_lanes(&self) -> usize {
        self.lanes.iter().filter(|lane| !lane.is_empty()).count()
    }

    /// The first instant of its bucket, where buckets follow one another.
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
    /// The most lanes that a read of one bucket, or of one whole partition key without buckets, visits: all of its
    /// shards, after the last `grow`, and those of its legacy keys.
    ///
    /// A partition key of a legacy template that reads like a newer one is the same key and counts once; with hash
    /// shards of the table twice, since each generation is then asked for its own items.
    pub fn lanes_per_bucket(&self) -> u64 {
        let is_hashed = self.shard.is_some_and(|sharding| matches!(sharding.by, ShardBy::Hash { .. }));
        let apart = self.index.is_none() && is_hashed;
        let all = |sharding: &Sharding| Shards::all(sharding, sharding.last_count());
        let shards: Vec<_> =
            self.generations().map(|(_, _, sharding)| sharding.map_or_else(Shards::unsharded, all)).collect();
        (0..shards.len()).map(|place| self.new_shards(place, &shards, apart)).sum()
    }

    /// The designs of the partition key, the newest first.
    pub(crate) fn generations(&self) -> impl Iterator<Item = (Generation, &Template, Option<&Sharding>)> {
        let older = |(place, legacy): (usize, &'static LegacyKey)| {
            (Generation::Legacy(place), &legacy.partition, legacy.shard.as_ref())
        };
        let current = (Generation::Current, &self.partition, self.shard.as_ref());
        std::iter::once(current).chain(self.legacy.iter().enumerate().map(older))
    }

    /// How many of one design's shards no newer design of the same template has, given those of each; `apart` where
    /// today's are read apart.
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
