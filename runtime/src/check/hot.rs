//! KW001 to KW004: partition keys that are hot by construction, and peaks that their shards cannot carry.

mod load;
mod message;
mod remedy;
mod summed;

pub(crate) use message::refusal;
pub(crate) use summed::refusal as summed_refusal;

use super::{
    key::DeclaredKey,
    variety::{Variety, spread},
};
use crate::{
    physics::{
        limits::PARTITION_WRITE_UNITS,
        shards::{DEFAULT_TARGET, overload_probability, shards_for},
    },
    schema::{EntitySchema, UndeclaredPeak},
};
use load::Load;

/// More shards than these are no plan.
pub(crate) const MOST_SHARDS: u64 = 1_000;

/// More values than these are not few.
const MOST_FEW: u64 = 100;

/// What is wrong with a partition key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    Fine,
    /// A peak is not declared, and it would have to be small.
    Undeclared(Variety),
    /// The mean load exceeds what so many partition keys carry.
    Overloaded {
        keys: u64,
    },
    /// The mean load of the most popular key exceeds what its shards carry.
    Popular,
}

/// A partition key of an entity, and the load on it.
#[derive(Clone, Copy)]
pub(crate) struct Judged<'a> {
    pub(crate) key: DeclaredKey<'a>,
    /// The key's place in the entity's keys.
    pub(crate) place: usize,
    pub(crate) variety: Variety,
    /// The shards over which the writes to one value spread.
    pub(crate) spread: u64,
    pub(crate) load: Option<Load>,
}

impl<'a> Judged<'a> {
    /// `None` where there is nothing to judge.
    pub(crate) const fn of(entity: &'a EntitySchema, key: usize) -> Option<Self> {
        match Self::of_any(entity, key) {
            Some(judged) if judged.key.key.allow_hot.is_none() => Some(judged),
            _ => None,
        }
    }

    /// The same, even where the user allows it to be hot.
    pub(crate) const fn of_any(entity: &'a EntitySchema, key: usize) -> Option<Self> {
        match DeclaredKey::of(entity, key) {
            Some(declared) => Some(Self {
                key: declared,
                place: key,
                variety: Variety::of(entity, &declared.key.partition),
                spread: spread(entity, &declared.key.partition, declared.key.shard),
                load: Load::of(&declared, key),
            }),
            None => None,
        }
    }

    pub(crate) const fn verdict(&self) -> Verdict {
        match (self.variety.values(), self.load) {
            (None, None) => Verdict::Fine,
            (Some(_), None) if self.spread > 1 => Verdict::Fine,
            (Some(values), None) if values > MOST_FEW => Verdict::Fine,
            (Some(_), None) => Verdict::Undeclared(self.variety),
            (Some(values), Some(load)) if carries(values, self.spread) < load.units_per_second() => {
                Verdict::Overloaded { keys: values.saturating_mul(self.spread) }
            }
            (_, Some(load)) if carries(1, self.spread) < load.popular().units_per_second() => Verdict::Popular,
            (_, Some(_)) => Verdict::Fine,
        }
    }

    /// Whether so few partition keys take all writes that a peak would have to be declared.
    pub(crate) const fn is_undeclared(&self) -> bool {
        matches!(self.verdict(), Verdict::Undeclared(_))
    }

    /// What the table wants done about an undeclared peak.
    pub(crate) const fn policy(&self) -> UndeclaredPeak {
        self.key.entity.table.undeclared_peak
    }

    /// The shards for each value of the key that would do.
    pub(crate) const fn shards_wanted(&self) -> u64 {
        let Some(load) = self.load else {
            return 1;
        };
        let even = match self.variety.values() {
            Some(values) => load.shards().div_ceil(if values == 0 { 1 } else { values }),
            None => 1,
        };
        let popular = load.popular().shards();
        if even > popular { even } else { popular }
    }

    /// Whether a second over the limit is as rare as plans want it.
    const fn has_margin(&self) -> bool {
        let Some(load) = self.load else {
            return true;
        };
        let even = match self.variety.values() {
            Some(values) => load.is_carried_by(values.saturating_mul(self.spread)),
            None => true,
        };
        even && load.popular().is_carried_by(self.spread)
    }
}

const fn carries(values: u64, shards: u64) -> u64 {
    values.saturating_mul(shards).saturating_mul(PARTITION_WRITE_UNITS)
}

/// The values of a partition key of few, where a warning is due; else 0.
pub(crate) const fn few_values(entity: &EntitySchema, key: usize) -> usize {
    match Judged::of(entity, key) {
        Some(judged) if matches!(judged.policy(), UndeclaredPeak::Warn) => match judged.verdict() {
            Verdict::Undeclared(Variety::Few(values)) => values as usize,
            _ => 0,
        },
        _ => 0,
    }
}

/// Whether a warning is due about a partition key of nothing but a time bucket.
pub(crate) const fn lone_bucket(entity: &EntitySchema, key: usize) -> bool {
    match Judged::of(entity, key) {
        Some(judged) if matches!(judged.policy(), UndeclaredPeak::Warn) => {
            matches!(judged.verdict(), Verdict::Undeclared(Variety::Bucket(_)))
        }
        _ => false,
    }
}

/// The shards that would do, where the mean load fits and only the planner's margin is missing; else 0. Above 100 it is
/// rounded up to tens; 1,001 where no count will do.
pub(crate) const fn missing_margin(entity: &EntitySchema, key: usize) -> usize {
    let Some(judged) = Judged::of(entity, key) else {
        return 0;
    };
    if !matches!(judged.verdict(), Verdict::Fine) || judged.has_margin() {
        return 0;
    }
    match judged.shards_wanted() {
        wanted if wanted > MOST_SHARDS => MOST_SHARDS as usize + 1,
        wanted if wanted > 100 => wanted.next_multiple_of(10) as usize,
        wanted => wanted as usize,
    }
}

impl Load {
    /// The shards that carry it, with the planner's margin.
    const fn shards(&self) -> u64 {
        shards_for(self.writes, self.units, DEFAULT_TARGET)
    }

    const fn is_carried_by(&self, shards: u64) -> bool {
        overload_probability(self.writes as f64, self.units, shards) <= DEFAULT_TARGET
    }
}

#[cfg(test)]
mod tests;
