//! KW001 to KW004: partition keys that are hot by construction, and peaks that their shards cannot carry.

mod load;
mod message;
mod remedy;
mod summed;
mod unsplit;

pub(crate) use summed::refusal as summed_refusal;
pub(crate) use unsplit::{days_to_full, units_of_write};

use super::{
    key::DeclaredKey,
    text::Text,
    variety::{Variety, spread},
};
use crate::{
    physics::{
        limits::PARTITION_WRITE_UNITS,
        shards::{DEFAULT_TARGET, MOST_SHARDS, overload_probability, shards_for},
    },
    schema::{EntitySchema, ShardBy, Sharding, UndeclaredPeak},
};
pub(crate) use load::Load;

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
    /// The shards over which the writes of the most popular share spread.
    pub(crate) popular_spread: u64,
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
            // A local index's entries lie on the table's keys, which count them.
            Some(declared) if declared.key.local => None,
            Some(declared) => {
                let variety = Variety::of(entity, &declared.key.partition);
                let spread = spread(entity, &declared.key.partition, declared.key.shard);
                let load = Load::of(&declared, key);
                Some(Self {
                    key: declared,
                    place: key,
                    variety,
                    spread,
                    popular_spread: if hashes_popular_value(&declared, variety, load) { 1 } else { spread },
                    load,
                })
            }
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
            (_, Some(load)) if carries(1, self.popular_spread) < load.popular().units_per_second() => Verdict::Popular,
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
        even && self.popular_has_margin()
    }

    /// Whether more shards of the same kind would do: not where one hashed value is too popular.
    pub(crate) const fn can_be_spread(&self) -> bool {
        self.popular_spread >= self.spread || self.popular_has_margin()
    }

    /// The probability, per second, that a partition key is over its limit; `None` where neither the values nor the
    /// most popular share is known.
    pub(crate) fn overload_probability(&self) -> Option<f64> {
        let load = self.load?;
        let popular = load.popular();
        let even = self.variety.values().map(|values| load.overload_probability(values.saturating_mul(self.spread)));
        let popular = (popular.writes > 0).then(|| popular.overload_probability(self.popular_spread));
        even.into_iter().chain(popular).reduce(f64::max)
    }

    const fn popular_has_margin(&self) -> bool {
        match self.load {
            Some(load) => load.popular().is_carried_by(self.popular_spread),
            None => true,
        }
    }
}

/// Whether a popular share is declared that can only be that of a hashed value: there is one key at a time, and its shard
/// is the hash of one field. All writes of a value then go to one shard, however many there are.
const fn hashes_popular_value(key: &DeclaredKey<'_>, variety: Variety, load: Option<Load>) -> bool {
    let has_share = match load {
        Some(load) => load.top_share > 0.0,
        None => false,
    };
    let own = key.key.index.is_none() || key.key.peak.is_some();
    let one_key = matches!(variety, Variety::Constant | Variety::Bucket(_));
    has_share && own && one_key && matches!(key.key.shard, Some(Sharding { by: ShardBy::Hash { fields: [_], .. }, .. }))
}

/// KW001 to KW004, and KW018 where these say nothing.
pub(crate) const fn refusal(entity: &EntitySchema, key: usize) -> Option<Text> {
    match message::refusal(entity, key) {
        Some(text) => Some(text),
        None => unsplit::refusal(entity, key),
    }
}

/// The ways to so many shards, as the lines of a message; `None` for a key that is not declared.
#[cfg(feature = "client")]
pub(crate) const fn ways_to_shard(entity: &EntitySchema, key: usize, count: u64) -> Option<super::text::Text> {
    let Some(judged) = Judged::of_any(entity, key) else {
        return None;
    };
    let mut text = super::text::Text::new();
    remedy::push_shards(&mut text, &judged, count);
    Some(text)
}

/// The shards over which the writes to one value of a key spread; 1 for a key that is not declared.
#[cfg(feature = "client")]
pub(crate) const fn spread_of(entity: &EntitySchema, key: usize) -> u64 {
    match Judged::of_any(entity, key) {
        Some(judged) => judged.spread,
        None => 1,
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
    let Some(mut judged) = Judged::of(entity, key) else {
        return 0;
    };
    if !matches!(judged.verdict(), Verdict::Fine) || unsplit::refusal(entity, key).is_some() {
        return 0;
    }
    if let Some(load) = judged.load {
        judged.load = Some(Load { units: units_of_write(&judged), ..load });
    }
    if judged.has_margin() {
        return 0;
    }
    match judged.shards_wanted() {
        // No count spreads one hashed value.
        _ if !judged.can_be_spread() => MOST_SHARDS as usize + 1,
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
        self.overload_probability(shards) <= DEFAULT_TARGET
    }

    const fn overload_probability(&self, shards: u64) -> f64 {
        overload_probability(self.writes as f64, self.units, shards)
    }
}

#[cfg(test)]
mod tests;
