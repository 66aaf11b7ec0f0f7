//! The declared reads of several entities on the partitions of their table, or of one of its indexes.

use super::{
    KeyLoad, Readers,
    placed::Moment,
    read_sums::sharing_readers,
    reads::{declares_reads, read_units_per_second},
};
use crate::{
    physics::{
        limits::{PARTITION_READ_UNITS, PARTITION_WRITE_UNITS},
        placement::{Groups, MAX_PLANNED_PARTITIONS, MinPartitions},
    },
    schema::{EntitySchema, TableSchema, same_index},
};

/// Partitions are computed for write units. A partition serves as many reads as this many writes.
const WRITES_PER_READ: f64 = PARTITION_WRITE_UNITS as f64 / PARTITION_READ_UNITS as f64;

/// The reads of keys that have just been placed, which may share a partition, and all other reads.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlacedReads {
    new_keys: Groups,
    background: f64,
}

impl PlacedReads {
    /// The declared reads of `entities` on an index or, with `None`, on the table.
    pub(super) const fn of(entities: &[&EntitySchema], index: Option<&str>, moment: Moment) -> Self {
        let mut placed = Self { new_keys: Groups::NONE, background: 0.0 };
        let mut at = 0;
        while at < entities.len() {
            let mut place = 0;
            while place < entities[at].keys.len() {
                let key = &entities[at].keys[place];
                // Reads of a local index are not declared.
                if same_index(key.index, index) && !key.local && declares_reads(entities[at], place) {
                    placed = placed.with(entities, at, place, moment);
                }
                place += 1;
            }
            at += 1;
        }
        placed
    }

    const fn with(self, entities: &[&EntitySchema], at: usize, place: usize, moment: Moment) -> Self {
        let all = read_units_per_second(entities[at], place) * WRITES_PER_READ;
        let readers = match Readers::of(entities[at], place) {
            Some(readers) if is_new(&readers.load, moment) => readers,
            _ => return Self { background: self.background + all, ..self },
        };
        let keys = readers.keys();
        let rest = all - keys as f64 * readers.least_units() * WRITES_PER_READ;
        let placed = Self { background: self.background + if rest > 0.0 { rest } else { 0.0 }, ..self };
        let mut each = readers.least_units();
        let mut other = 0;
        while other < entities.len() {
            if other != at
                && let Some(theirs) = sharing_readers(entities[other], &readers)
            {
                // Counted with the first entity.
                if other < at {
                    return placed;
                }
                each += theirs.least_units();
            }
            other += 1;
        }
        let units = each * WRITES_PER_READ;
        // More than one key serves is an error of its own.
        if units > PARTITION_WRITE_UNITS as f64 {
            return Self { background: placed.background + keys as f64 * units, ..placed };
        }
        Self { new_keys: placed.new_keys.with(keys, units), ..placed }
    }

    /// Whether `partitions` partitions serve the reads. Always without new keys: their units are compared with the
    /// quota.
    pub(super) const fn hold_on(&self, partitions: u64) -> bool {
        self.new_keys.is_empty() || self.new_keys.hold_on(self.background, partitions)
    }

    /// The fewest partitions that serve the reads, at least 1. 10,000 if those do not suffice.
    pub(super) fn partitions(&self) -> u64 {
        let mut search = MinPartitions::new();
        while let Some(partitions) = search.candidate() {
            search = search.narrowed(partitions, self.hold_on(partitions));
        }
        search.found().unwrap_or(MAX_PLANNED_PARTITIONS)
    }
}

/// The most partitions that the quotas of a table allow.
pub(super) const fn partitions_of_quotas(table: &TableSchema) -> u64 {
    let (of_writes, of_reads) = (table.quota / PARTITION_WRITE_UNITS, table.read_quota / PARTITION_READ_UNITS);
    let most = if of_writes > of_reads { of_writes } else { of_reads };
    if most == 0 { 1 } else { most }
}

const fn is_new(load: &KeyLoad<'_>, moment: Moment) -> bool {
    let is_accepted = load.key.key.allow_hot.is_some();
    load.roll_over().is_some() || matches!(moment, Moment::Launch) && !is_accepted
}

#[cfg(test)]
mod tests;
