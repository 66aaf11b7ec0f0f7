//! The declared reads, and those of the most frequently read partition key.

use super::{KeyLoad, peak_load::clamped};
use crate::{
    physics::{
        capacity::{Consistency, query_units, read_units},
        math::ceil,
        read_cost::{PAGE_ITEMS, ReadCost},
    },
    schema::{EntitySchema, KeySchema, Peak, PeakReads, ShardBy, same_index},
};

/// Read units of one declared read of each kind, on average over both kinds of consistency.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct ReadUnits {
    /// Units of one query, in all lanes.
    pub query: f64,
    /// Units of one query, in each lane.
    pub query_per_lane: f64,
    /// Units of one read of one item. If its shard is random, the read visits every lane.
    pub get: f64,
    /// Units of one read of one item, in the lanes that it visits.
    pub get_per_lane: f64,
}

/// The declared reads of a key.
#[derive(Clone, Copy)]
pub(crate) struct Readers<'a> {
    pub(crate) load: KeyLoad<'a>,
    /// The reads per second of the most frequently read value of the key.
    pub(crate) reads: PeakReads,
    pub(crate) units: ReadUnits,
    /// Whether the reads are declared in the short form, which does not say how many items each requests.
    pub(crate) is_short: bool,
    /// Whether the share of the most frequently read value is declared.
    has_share: bool,
    pub(crate) entry_bytes: u64,
    /// The number of partition keys that a query reads, after the last `grow`.
    pub(crate) lanes: u64,
}

impl<'a> Readers<'a> {
    /// Returns `None` if no reads are declared, or if the reads of one value are not known because the key has unknown
    /// values and no declared share. An entity's reads are those of the table's key.
    pub(crate) const fn of(entity: &'a EntitySchema, place: usize) -> Option<Self> {
        let Some(peak) = peak_with_reads(entity, place) else { return None };
        let Some(load) = KeyLoad::of_any(entity, place) else { return None };
        let (Some(reads), Some(entry_bytes)) = (reads_of(&load, &peak), entity.entry_bytes(place)) else {
            return None;
        };
        let Some(share) = share_of_one(&load, reads.top_share) else { return None };
        Some(Self {
            load,
            reads: PeakReads {
                queries: ceil(reads.queries as f64 * share),
                gets: ceil(reads.gets as f64 * share),
                ..reads
            },
            units: units_of(load.key.entity, load.key.key, &reads, entry_bytes),
            is_short: peak.reads.is_none(),
            has_share: reads.top_share.is_some() || load.share.is_exact(),
            entry_bytes,
            lanes: load.key.key.last_shards(),
        })
    }

    /// The fewest read units per second that can reach one lane. If the number of items is not declared, the minimum is
    /// that of a query over all shards, or of a read of one item by its key, if that accesses only one of the shards.
    pub(crate) const fn least_units(&self) -> f64 {
        if !self.is_short {
            return self.reads.queries as f64 * self.units.query_per_lane
                + self.reads.gets as f64 * self.units.get_per_lane / self.lanes_of_gets() as f64;
        }
        let reads = self.reads.per_second() as f64;
        match self.shard_by() {
            Some(ShardBy::Hash { .. }) => reads * self.least_units_of_one() / self.load.shards.reached() as f64,
            _ => reads * self.least_units_of_one(),
        }
    }

    /// The number of partition keys with [`least_units`](Self::least_units) each, at one moment.
    pub(super) const fn keys(&self) -> u64 {
        match self.load.cardinality.values() {
            // Without a declared share, the values are read equally often.
            Some(values) if !self.has_share => self.lanes.saturating_mul(values),
            _ => self.lanes,
        }
    }

    /// Whether queries of a declared number of items cost more in each lane than an empty query.
    pub(crate) const fn has_large_queries(&self) -> bool {
        let empty = query_units(0, Consistency::Eventual) * (1.0 + clamped(self.reads.consistent));
        !self.is_short && self.reads.queries > 0 && self.units.query_per_lane > empty
    }

    /// The number of lanes over which reads of one item are divided.
    pub(crate) const fn lanes_of_gets(&self) -> u64 {
        match self.shard_by() {
            Some(ShardBy::Hash { .. }) => self.load.shards.reached(),
            _ => 1,
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
    /// Returns the number of items that a read by the key at this position in [`EntitySchema::keys`] counts as, if its
    /// items are not declared: those of a page (50 by default) or, if each partition key of the table has only one
    /// item, 1.
    pub fn page_items(&self, key: usize) -> u64 {
        KeyLoad::of_any(self, key).map_or(PAGE_ITEMS, |load| load.page_items())
    }

    /// Returns the declared reads by the key at this position in [`EntitySchema::keys`]. The reads in the entity's own
    /// peak are by the table's key. The short form is resolved.
    pub fn declared_reads(&self, key: usize) -> Option<PeakReads> {
        let peak = peak_with_reads(self, key)?;
        reads_of(&KeyLoad::of_any(self, key)?, &peak)
    }

    /// Returns the units of each of these reads by the key at this position in [`EntitySchema::keys`]. `None` if the
    /// size of the entries is not declared.
    pub fn read_units(&self, key: usize, reads: &PeakReads) -> Option<ReadUnits> {
        Some(units_of(self, self.key_at(key)?, reads, self.entry_bytes(key)?))
    }
}

/// The peak that declares the reads of a key.
const fn peak_with_reads(entity: &EntitySchema, place: usize) -> Option<Peak> {
    if place >= entity.keys.len() {
        return None;
    }
    let peak = match (entity.keys[place].index, entity.keys[place].peak) {
        (_, Some(peak)) => Some(peak),
        (None, None) => entity.peak,
        (Some(_), None) => None,
    };
    match peak {
        Some(Peak { reads: None, reads_per_second: None, .. }) => None,
        peak => peak,
    }
}

/// Whether reads of a key are declared.
pub(super) const fn declares_reads(entity: &EntitySchema, place: usize) -> bool {
    peak_with_reads(entity, place).is_some()
}

/// Resolves the short form. A query of a key with one item requests that item.
const fn reads_of(load: &KeyLoad<'_>, peak: &Peak) -> Option<PeakReads> {
    match (peak.reads, peak.reads_per_second) {
        (Some(reads), _) => {
            let most = load.most_page_items();
            Some(PeakReads { items: if reads.items < most { reads.items } else { most }, ..reads })
        }
        (None, Some(reads)) if load.has_one_item() => Some(PeakReads::new(0, 1).gets(reads)),
        (None, Some(reads)) => Some(PeakReads::new(reads, load.page_items())),
        (None, None) => None,
    }
}

const fn units_of(entity: &EntitySchema, key: &KeySchema, reads: &PeakReads, entry_bytes: u64) -> ReadUnits {
    let lanes = key.last_shards();
    let query = ReadCost::of(reads.items, lanes, entry_bytes);
    let one = read_units(entry_bytes, Consistency::Eventual);
    let get = match key.shard {
        // Each shard of a counter contains an item. A read of another item finds it in one of the shards.
        Some(shard) if !matches!(shard.by, ShardBy::Hash { .. }) && has_counter(entity) => one * lanes as f64,
        Some(shard) if !matches!(shard.by, ShardBy::Hash { .. }) => {
            one + (lanes - 1) as f64 * read_units(0, Consistency::Eventual)
        }
        _ => one,
    };
    let visited = match key.shard {
        Some(shard) if !matches!(shard.by, ShardBy::Hash { .. }) => lanes,
        _ => 1,
    };
    // A strongly consistent read costs twice as much.
    let factor = 1.0 + clamped(reads.consistent);
    ReadUnits {
        query: query.units * factor,
        query_per_lane: query.units_per_lane * factor,
        get: get * factor,
        get_per_lane: get * factor / visited as f64,
    }
}

const fn has_counter(entity: &EntitySchema) -> bool {
    let mut at = 0;
    while at < entity.fields.len() {
        if entity.fields[at].is_counter() {
            return true;
        }
        at += 1;
    }
    false
}

/// The share of the reads that one value of the key certainly has. `declared` is the share of the reads, which takes
/// precedence over that of the writes.
const fn share_of_one(load: &KeyLoad<'_>, declared: Option<f64>) -> Option<f64> {
    match (declared, load.cardinality.values()) {
        // A declared share cannot be that of a key without fields.
        _ if load.cardinality.is_constant() => Some(1.0),
        (Some(share), _) if share > 0.0 => Some(clamped(share)),
        _ if load.share.is_exact() => Some(load.share.least),
        (_, Some(values)) if values > 0 => Some(1.0 / values as f64),
        _ => None,
    }
}

/// Read units per second of the declared reads of a key. 0 if none are declared.
pub(super) const fn read_units_per_second(entity: &EntitySchema, place: usize) -> f64 {
    let Some(peak) = peak_with_reads(entity, place) else { return 0.0 };
    let (Some(load), Some(bytes)) = (KeyLoad::of_any(entity, place), entity.entry_bytes(place)) else { return 0.0 };
    let Some(reads) = reads_of(&load, &peak) else { return 0.0 };
    let units = units_of(entity, load.key.key, &reads, bytes);
    reads.queries as f64 * units.query + reads.gets as f64 * units.get
}

/// Read units per second of all declared reads of `entities` on an index or, with `None`, on the table.
pub(crate) const fn declared_read_units(entities: &[&EntitySchema], index: Option<&str>) -> f64 {
    let mut units = 0.0;
    let mut at = 0;
    while at < entities.len() {
        let mut place = 0;
        while place < entities[at].keys.len() {
            let key = &entities[at].keys[place];
            // Reads of a local index are not declared.
            if same_index(key.index, index) && !key.local {
                units += read_units_per_second(entities[at], place);
            }
            place += 1;
        }
        at += 1;
    }
    units
}

#[cfg(test)]
mod tests;
