//! The loads of several entities on the partitions of their table, or of one of its indexes.

use super::{KeyLoad, sums::same_index};
use crate::{
    physics::{
        limits::PARTITION_WRITE_UNITS,
        math::ceil,
        placement::{Groups, MAX_PLANNED_PARTITIONS, MinPartitions},
    },
    schema::EntitySchema,
};

/// The load of several entities on a table or an index.
#[derive(Debug, Clone, Copy)]
pub(super) struct Placed {
    /// Keys that a roll-over makes.
    new_keys: Groups,
    /// Write units per second of all other keys.
    background: f64,
}

impl Placed {
    /// The declared peaks of `entities` on an index or, with `None`, on the table.
    pub(super) const fn of(entities: &[&EntitySchema], index: Option<&str>) -> Self {
        let mut placed = Self { new_keys: Groups::NONE, background: 0.0 };
        let mut at = 0;
        while at < entities.len() {
            placed = placed.with(entities[at], index);
            at += 1;
        }
        placed
    }

    const fn with(mut self, entity: &EntitySchema, index: Option<&str>) -> Self {
        let mut place = 0;
        while let Some(key) = entity.key_at(place) {
            if same_index(key.index, index)
                && let Some(load) = KeyLoad::of_any(entity, place)
            {
                self = self.with_key(&load.with_local());
            }
            place += 1;
        }
        self
    }

    const fn with_key(self, load: &KeyLoad<'_>) -> Self {
        let Some(peak) = load.peak else { return self };
        let new = load.new_keys(&peak);
        // A load that no number of partitions can serve is accepted by the user, or reported elsewhere. It must not
        // hide the demand of the other keys.
        if load.roll_over().is_none() || !new.hold_on(MAX_PLANNED_PARTITIONS) {
            return Self { background: self.background + load.units_in_place(&peak) as f64, ..self };
        }
        Self {
            new_keys: self.new_keys.with(new.many.keys, new.many.each).with(new.few.keys, new.few.each),
            background: self.background + new.background,
        }
    }

    /// Whether `partitions` partitions serve the load, including a roll-over.
    pub(super) const fn hold_on(&self, partitions: u64) -> bool {
        self.new_keys.hold_on(self.background, partitions)
    }

    /// The fewest partitions that serve the load, at least 1. If 10,000 do not suffice, the number that serves the
    /// mean.
    pub(super) fn partitions(&self) -> u64 {
        let mut search = MinPartitions::new();
        while let Some(partitions) = search.candidate() {
            search = search.narrowed(partitions, self.hold_on(partitions));
        }
        let units = self.background + self.new_keys.units();
        search.found().unwrap_or_else(|| ceil(units / PARTITION_WRITE_UNITS as f64).max(1))
    }
}
