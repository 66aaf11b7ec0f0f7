//! The loads of several entities on the partitions of their table, or of one of its indexes.

use super::{
    KeyLoad,
    new_keys::NewKeys,
    sums::{may_share_keys, share_keys},
};
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

/// The most entities of which keys that are equal are joined. More would take too long in constant evaluation.
pub(super) const MAX_JOINED: usize = 64;

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
            placed = placed.with(entities, at, index, moment);
            at += 1;
        }
        placed
    }

    const fn with(mut self, entities: &[&EntitySchema], at: usize, index: Option<&str>, moment: Moment) -> Self {
        let (entity, mut place) = (entities[at], 0);
        while let Some(key) = entity.key_at(place) {
            if same_index(key.index, index)
                && let Some(load) = KeyLoad::of_any(entity, place)
            {
                self = self.with_key(entities, at, &load.with_local(), moment);
            }
            place += 1;
        }
        self
    }

    const fn with_key(self, entities: &[&EntitySchema], at: usize, load: &KeyLoad<'_>, moment: Moment) -> Self {
        let Some(peak) = load.peak else { return self };
        let Some(new) = new_keys(load, moment) else {
            return Self { background: self.background + load.units_in_place(&peak) as f64, ..self };
        };
        let placed = Self { background: self.background + new.background, ..self };
        if !is_first(entities, at, load, moment) {
            return placed;
        }
        let groups = Groups::NONE;
        let joined = if is_last(entities, at, load, moment) {
            groups.with(new.many.keys, new.many.each).with(new.few.keys, new.few.each)
        } else {
            let groups = with_joined(groups, entities, at, load, moment, Part::Many);
            with_joined(groups, entities, at, load, moment, Part::Few)
        };
        // Such a sum is an error of its own.
        if joined.heaviest() > PARTITION_WRITE_UNITS as f64 {
            return Self { background: placed.background + joined.units(), ..placed };
        }
        Self { new_keys: placed.new_keys.with_all(&joined), ..placed }
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

/// The keys of a load that are new at this moment. `None` if none are, if their load is not known, or if no number of
/// partitions can serve them: that is accepted by the user, or reported elsewhere, and must not hide the demand of the
/// other keys.
const fn new_keys(load: &KeyLoad<'_>, moment: Moment) -> Option<NewKeys> {
    let Some(peak) = load.peak else { return None };
    let is_accepted = load.key.key.allow_hot.is_some();
    let new = load.new_keys(&peak);
    match load.roll_over().is_some() || matches!(moment, Moment::Launch) && !is_accepted {
        true if !new.is_empty() && new.hold_on(MAX_PLANNED_PARTITIONS) => Some(new),
        _ => None,
    }
}

/// The groups of [`NewKeys`].
#[derive(Clone, Copy)]
enum Part {
    Many,
    Few,
}

/// Adds one group of the entity at `at` and of the later ones that write to the same keys. An entity with fewer shards
/// than another writes to the first of its keys.
const fn with_joined(
    mut groups: Groups,
    entities: &[&EntitySchema],
    at: usize,
    load: &KeyLoad<'_>,
    moment: Moment,
    part: Part,
) -> Groups {
    let mut counted = 0;
    loop {
        let (mut keys, mut each) = (u64::MAX, 0.0);
        let mut other = at;
        while other < entities.len() {
            let shared = if other == at { Some(*load) } else { joined(entities, at, load, other, moment) };
            if let Some(shared) = shared
                && let Some(new) = new_keys(&shared, moment)
            {
                let group = match part {
                    Part::Many => new.many,
                    Part::Few => new.few,
                };
                if group.keys > counted {
                    keys = if group.keys < keys { group.keys } else { keys };
                    each += group.each;
                }
            }
            other += 1;
        }
        if each <= 0.0 {
            return groups;
        }
        groups = groups.with(keys - counted, each);
        counted = keys;
    }
}

/// The load of the entity at `other` on the keys of an earlier one, if they are counted there.
const fn joined<'a>(
    entities: &[&'a EntitySchema],
    at: usize,
    load: &KeyLoad<'_>,
    other: usize,
    moment: Moment,
) -> Option<KeyLoad<'a>> {
    match sharing(entities[other], load, moment) {
        Some(shared) => match first_with(entities, other, &shared, moment) {
            Some(first) if first == at => Some(shared),
            _ => None,
        },
        None => None,
    }
}

/// Whether the keys are not counted with those of an earlier entity.
const fn is_first(entities: &[&EntitySchema], at: usize, load: &KeyLoad<'_>, moment: Moment) -> bool {
    first_with(entities, at, load, moment).is_none()
}

/// Whether no later entity writes to the keys.
const fn is_last(entities: &[&EntitySchema], at: usize, load: &KeyLoad<'_>, moment: Moment) -> bool {
    let mut other = at + 1;
    while other < entities.len() && entities.len() <= MAX_JOINED {
        if sharing(entities[other], load, moment).is_some() {
            return false;
        }
        other += 1;
    }
    true
}

/// The earlier entity with whose keys those of the entity at `at` are counted.
const fn first_with(entities: &[&EntitySchema], at: usize, load: &KeyLoad<'_>, moment: Moment) -> Option<usize> {
    let mut other = 0;
    while other < at && entities.len() <= MAX_JOINED {
        if let Some(shared) = sharing(entities[other], load, moment)
            && is_first(entities, other, &shared, moment)
        {
            return Some(other);
        }
        other += 1;
    }
    None
}

/// The new keys of an entity that are those of this load.
const fn sharing<'a>(entity: &'a EntitySchema, load: &KeyLoad<'_>, moment: Moment) -> Option<KeyLoad<'a>> {
    let mut place = 0;
    while let Some(key) = entity.key_at(place) {
        if (entity.peak.is_some() || key.peak.is_some())
            && may_share_keys(key, load.key.key)
            && let Some(shared) = KeyLoad::of_any(entity, place)
            && shared.peak.is_some()
            && share_keys(&shared, load)
        {
            let shared = shared.with_local();
            return if new_keys(&shared, moment).is_some() { Some(shared) } else { None };
        }
        place += 1;
    }
    None
}
