//! The loads of several entities on the partitions of their table, or of one of its indexes.

use super::KeyLoad;
use crate::{
    physics::{
        limits::PARTITION_WRITE_UNITS,
        math::ceil,
        placement::{Groups, MAX_PLANNED_PARTITIONS, MinPartitions},
    },
    schema::{EntitySchema, same_index},
};

/// When partitions must serve keys that have just been placed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Moment {
    /// At a roll-over of the time buckets. All other keys count as evenly loaded, because DynamoDB has split partitions
    /// for their heat.
    RollOver,
    /// When the table is launched at its peak: all keys are new.
    Launch,
}

/// The load of several entities on a table or an index.
#[derive(Debug, Clone, Copy)]
pub(super) struct Placed {
    /// Keys that are new.
    new_keys: Groups,
    /// Write units per second of all other keys.
    background: f64,
}

impl Placed {
    /// The declared peaks of `entities` on an index or, with `None`, on the table.
    pub(super) const fn of(entities: &[&EntitySchema], index: Option<&str>, moment: Moment) -> Self {
        let mut placed = Self { new_keys: Groups::NONE, background: 0.0 };
        let mut at = 0;
        while at < entities.len() {
            placed = placed.with(entities[at], index, moment);
            at += 1;
        }
        placed
    }

    const fn with(mut self, entity: &EntitySchema, index: Option<&str>, moment: Moment) -> Self {
        let mut place = 0;
        while let Some(key) = entity.key_at(place) {
            if same_index(key.index, index)
                && let Some(load) = KeyLoad::of_any(entity, place)
            {
                self = self.with_key(&load.with_local(), moment);
            }
            place += 1;
        }
        self
    }

    const fn with_key(self, load: &KeyLoad<'_>, moment: Moment) -> Self {
        let Some(peak) = load.peak else { return self };
        let new = load.new_keys(&peak);
        let is_accepted = load.key.key.allow_hot.is_some();
        let is_new = load.roll_over().is_some() || matches!(moment, Moment::Launch) && !is_accepted;
        // A load that no number of partitions can serve is accepted by the user, or reported elsewhere. It must not
        // hide the demand of the other keys.
        if !is_new || !new.hold_on(MAX_PLANNED_PARTITIONS) {
            return Self { background: self.background + load.units_in_place(&peak) as f64, ..self };
        }
        Self {
            new_keys: self.new_keys.with(new.many.keys, new.many.each).with(new.few.keys, new.few.each),
            background: self.background + new.background,
        }
    }

    /// Whether `partitions` partitions serve the load, including its new keys.
    pub(super) const fn hold_on(&self, partitions: u64) -> bool {
        self.new_keys.hold_on(self.background, partitions)
    }

    /// The fewest partitions that serve the load, at least 1. If 10,000 do not suffice, the number that serves the
    /// mean.
    pub(super) fn partitions(&self) -> u64 {
        let units = self.background + self.new_keys.units();
        self.min_partitions().unwrap_or_else(|| ceil(units / PARTITION_WRITE_UNITS as f64).max(1))
    }

    /// The fewest partitions that serve the load, at least 1. `None` if 10,000 do not suffice.
    pub(super) fn min_partitions(&self) -> Option<u64> {
        let mut search = MinPartitions::new();
        while let Some(partitions) = search.candidate() {
            search = search.narrowed(partitions, self.hold_on(partitions));
        }
        search.found()
    }
}
