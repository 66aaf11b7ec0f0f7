//! The declared reads of the most frequently read partition key.

use super::KeyLoad;
use crate::{
    physics::{
        capacity::{Consistency, query_units, read_units},
        read_cost::{PAGE_ITEMS, ReadCost},
    },
    schema::{EntitySchema, ShardBy},
};

/// The declared reads of a key.
#[derive(Clone, Copy)]
pub(crate) struct Readers<'a> {
    pub(crate) load: KeyLoad<'a>,
    /// Reads per second of the most frequently read value of the key.
    pub(crate) reads: u64,
    pub(crate) entry_bytes: u64,
    /// The number of partition keys that a query reads, after the last `grow`.
    pub(crate) lanes: u64,
}

impl<'a> Readers<'a> {
    /// Returns `None` if no reads are declared, or if the reads of one value are not known because the key has unknown
    /// values and no declared share. An entity's reads are those of the table's key.
    pub(crate) const fn of(entity: &'a EntitySchema, place: usize) -> Option<Self> {
        let Some(load) = KeyLoad::of_any(entity, place) else { return None };
        let Some(declared) = declared_reads(&load) else { return None };
        let (Some(entry_bytes), Some(share)) = (entity.entry_bytes(place), share_of_one(&load)) else {
            return None;
        };
        let lanes = match load.key.key.shard {
            Some(shard) => shard.last_count() as u64,
            None => 1,
        };
        let reads = declared as f64 * share;
        let whole = reads as u64;
        Some(Self { load, reads: whole + ((whole as f64) < reads) as u64, entry_bytes, lanes })
    }

    /// The fewest read units per second that can reach one lane. The minimum is that of a query over all shards, or of
    /// a read of one item by its key, if that accesses only one of the shards.
    pub(crate) const fn least_units(&self) -> f64 {
        let reads = self.reads as f64;
        match self.shard_by() {
            Some(ShardBy::Hash { .. }) => reads * self.least_units_of_one() / self.load.shards.reached() as f64,
            _ => reads * self.least_units_of_one(),
        }
    }

    /// The fewest read units of one read in one lane.
    pub(crate) const fn least_units_of_one(&self) -> f64 {
        match self.shard_by() {
            Some(ShardBy::Random | ShardBy::TableKey) => query_units(0, Consistency::Eventual),
            Some(ShardBy::Hash { .. }) | None => read_units(self.entry_bytes, Consistency::Eventual),
        }
    }

    pub(crate) const fn shard_by(&self) -> Option<ShardBy> {
        match self.load.key.key.shard {
            Some(shard) => Some(shard.by),
            None => None,
        }
    }

    /// The cost of a read of the newest items, or of the only item of a key.
    pub(crate) const fn newest(&self) -> ReadCost {
        ReadCost::of(self.load.page_items(), self.lanes, self.entry_bytes)
    }
}

impl EntitySchema {
    /// Returns the number of items that each declared read by the key at this position in [`EntitySchema::keys`] counts
    /// as: the newest 50 or, if each partition key of the table has only one item, 1.
    pub fn page_items(&self, key: usize) -> u64 {
        KeyLoad::of_any(self, key).map_or(PAGE_ITEMS, |load| load.page_items())
    }

    /// Returns the declared reads per second by the key at this position in [`EntitySchema::keys`]. The reads in the
    /// entity's own peak are by the table's key.
    pub fn declared_reads(&self, key: usize) -> Option<u64> {
        declared_reads(&KeyLoad::of_any(self, key)?)
    }
}

const fn declared_reads(load: &KeyLoad<'_>) -> Option<u64> {
    match load.key.peak() {
        Some(peak) if load.owns_peak() => peak.reads_per_second,
        _ => None,
    }
}

/// The share of the reads that one value of the key certainly has.
const fn share_of_one(load: &KeyLoad<'_>) -> Option<f64> {
    match load.cardinality.values() {
        _ if load.share.is_exact() => Some(load.share.least),
        Some(values) if values > 0 => Some(1.0 / values as f64),
        _ => None,
    }
}

/// Read units per second of the declared reads of a key, if each reads the newest 50 items, or the only item of a key.
/// 0 if none are declared.
pub(super) fn read_units_per_second(entity: &EntitySchema, place: usize) -> f64 {
    let Some(load) = KeyLoad::of_any(entity, place) else { return 0.0 };
    let (Some(reads), Some(bytes)) = (declared_reads(&load), entity.entry_bytes(place)) else { return 0.0 };
    let lanes = load.key.key.shard.map_or(1, |shard| u64::from(shard.last_count()));
    reads as f64 * ReadCost::of(load.page_items(), lanes, bytes).units
}
