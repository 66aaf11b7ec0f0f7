//! The partition keys that a roll-over makes.

use super::{KeyLoad, PeakLoad};
use crate::physics::{
    limits::PARTITION_WRITE_UNITS,
    math::ceil,
    placement::{NewLoad, holds_both, partitions_for_both, roll_over_probability_of_both},
};

/// Partition keys with one load.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Group {
    pub(crate) keys: u64,
    /// Write units per second of each key.
    pub(crate) each: f64,
}

impl Group {
    pub(super) const NONE: Self = Self { keys: 0, each: 0.0 };
}

/// New partition keys, and the other load on their partitions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct NewKeys {
    pub(crate) many: Group,
    /// Keys with another load: those of the less frequent of few values, or the shard of a hashed value that is more
    /// frequent than the others.
    pub(crate) few: Group,
    /// Write units per second of many other, evenly loaded keys.
    pub(crate) background: f64,
}

impl NewKeys {
    /// Whether `partitions` partitions serve the keys.
    pub(crate) const fn hold_on(&self, partitions: u64) -> bool {
        holds_both((self.many.keys, self.many.each), (self.few.keys, self.few.each), self.background, partitions)
    }

    /// An upper bound on the probability that a roll-over overloads one of `partitions` partitions.
    pub(crate) const fn overload_probability(&self, partitions: u64) -> f64 {
        let (many, few) = ((self.many.keys, self.many.each), (self.few.keys, self.few.each));
        roll_over_probability_of_both(many, few, self.background, partitions)
    }

    /// The fewest partitions that serve the keys. `None` if more than 10,000 would be needed.
    pub(crate) const fn partitions(&self) -> Option<u64> {
        partitions_for_both((self.many.keys, self.many.each), (self.few.keys, self.few.each), self.background)
    }

    /// Whether all new keys have one load.
    pub(crate) const fn is_even(&self) -> bool {
        self.few.keys == 0
    }

    /// Whether the load of no key is known.
    pub(crate) const fn is_empty(&self) -> bool {
        self.many.keys == 0 && self.few.keys == 0
    }

    /// The total load of keys with equal loads, for a number of shards that is to be chosen.
    pub(crate) const fn load(&self, least: u64) -> NewLoad {
        let units = ceil(self.many.keys as f64 * self.many.each * (1.0 - 1e-12));
        NewLoad { units_per_second: units, background: self.background, least }
    }
}

impl KeyLoad<'_> {
    /// The keys that a roll-over makes, with the most uneven division of the load that the schema allows.
    pub(crate) const fn new_keys(&self, peak: &PeakLoad) -> NewKeys {
        self.new_keys_over(peak, self.shards.reached())
    }

    /// The keys with another number of shards of this kind.
    pub(crate) const fn new_keys_over(&self, peak: &PeakLoad, shards: u64) -> NewKeys {
        let shards = if shards == 0 { 1 } else { shards };
        let (all, sentinels) = (peak.units_per_second as f64, self.sentinel_units_per_second());
        if let Some(top) = self.shards.top_share {
            return self.with_top_value(peak, top, shards);
        }
        match self.cardinality.few() {
            Some(values) if self.share.most < 1.0 || self.share.is_exact() => {
                return NewKeys { background: sentinels, ..of_few_values(all, self.share.most, values, shards) };
            }
            Some(_) => {}
            None if self.share.is_exact() || self.share.least > 0.0 && self.cardinality.values().is_none() => {
                let popular = self.popular_key(peak).units_per_second as f64;
                let many = Group { keys: shards, each: popular / shards as f64 };
                return NewKeys { many, few: Group::NONE, background: sentinels + all - popular };
            }
            None => {}
        }
        let (keys, background) = match self.cardinality.values() {
            Some(values) if values > 1 && self.shards.inputs.is_some() => (1, 0.0),
            Some(_) => (shards, 0.0),
            None => (0, all),
        };
        if keys == 0 {
            return NewKeys { many: Group::NONE, few: Group::NONE, background: sentinels + background };
        }
        // Of an entry that moves between two keys, one value gets one write.
        let of_one = self.on_one(peak, 1.0).units_per_second as f64;
        let many = Group { keys, each: of_one / keys as f64 };
        NewKeys { many, few: Group::NONE, background: sentinels + all - of_one }
    }

    /// The shards of a hash, of which one value has the share `top` of each key, and the others divide the rest
    /// equally. Of few keys, as many as possible have the share of the most frequent one.
    const fn with_top_value(&self, peak: &PeakLoad, top: f64, shards: u64) -> NewKeys {
        let (all, sentinels) = (peak.units_per_second as f64, self.sentinel_units_per_second());
        let share = self.share_of_key();
        if share <= 0.0 {
            return NewKeys { many: Group::NONE, few: Group::NONE, background: sentinels + all };
        }
        let of_key = self.on_one(peak, share).units_per_second as f64;
        let keys = match self.cardinality.few() {
            Some(values) => min(values, ceil(1.0 / share * (1.0 - 1e-9))),
            None => 1,
        };
        let each = of_key * (1.0 - top) / shards as f64;
        let rest = all - of_key * keys as f64;
        NewKeys {
            many: Group { keys: (shards - 1).saturating_mul(keys), each },
            few: Group { keys, each: of_key * top + each },
            background: sentinels + if rest > 0.0 { rest } else { 0.0 },
        }
    }

    /// Whether new keys over `shards` shards fit on the partitions of the quota.
    pub(super) const fn hold_over(&self, peak: &PeakLoad, shards: u64) -> bool {
        self.new_keys_over(peak, shards).hold_on(self.least_quota(peak) / PARTITION_WRITE_UNITS)
    }
}

/// A few values over `shards` shards each. No value has more than `share`. The most uneven division gives exactly that
/// share to as many values as possible, and the rest to one more.
const fn of_few_values(all: f64, share: f64, values: u64, shards: u64) -> NewKeys {
    let frequent = (1.0 / share * (1.0 + 1e-9)) as u64;
    let frequent = if frequent < values { frequent } else { values };
    let rest = 1.0 - share * frequent as f64;
    let few = if rest > 1e-9 { Group { keys: shards, each: all * rest / shards as f64 } } else { Group::NONE };
    let many = Group { keys: frequent.saturating_mul(shards), each: all * share / shards as f64 };
    NewKeys { many, few, background: 0.0 }
}

const fn min(a: u64, b: u64) -> u64 {
    if a < b { a } else { b }
}

#[cfg(test)]
mod tests;
