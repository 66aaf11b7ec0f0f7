//! Checks whether a key with a mean load that fits also has a margin for a busy second and for a roll-over.

use super::{KeyLoad, PeakLoad, Verdict};
use crate::physics::{
    limits::PARTITION_WRITE_UNITS,
    placement::{NewLoad, Pair, holds},
    shards::MOST_SHARDS,
};

/// The shortage of a key with a mean load that fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shortage {
    /// Nothing.
    None,
    /// This many shards for each value would suffice, with the warm throughput that the generated template sets.
    Shards(u64),
    /// No number of shards up to 1,000 suffices.
    NoCount,
    /// The warm throughput that the key needs exceeds the quota, with this and any other number of shards.
    Quota,
    /// The warm throughput with which the table can be launched at its peak exceeds the quota. With this number of
    /// shards it does not. `None` if no number up to 1,000 suffices.
    Launch(Option<u64>),
}

impl KeyLoad<'_> {
    /// The shortage of the key, if its verdict is [`Verdict::Fine`]. Includes the entries in local secondary indexes.
    pub(crate) const fn shortage(&self) -> Shortage {
        let load = self.with_local();
        let Some(peak) = load.peak else { return Shortage::None };
        if !matches!(self.verdict(), Verdict::Fine) || !matches!(load.verdict(), Verdict::Fine) {
            return Shortage::None;
        }
        if load.has_margin(&peak) && load.holds_a_roll_over(&peak) {
            return match load.exceeds_quota(&peak) {
                true => Shortage::Quota,
                false if load.holds_a_launch(&peak) => Shortage::None,
                false if load.can_be_spread() => Shortage::Launch(load.shards_wanted()),
                false => Shortage::Launch(None),
            };
        }
        if !load.can_be_spread() {
            return Shortage::NoCount;
        }
        match load.shards_wanted() {
            Some(wanted) => Shortage::Shards(wanted),
            // Then only the launch throttles.
            None if load.roll_over().is_none() && load.least_shards() <= MOST_SHARDS => {
                Shortage::Shards(load.least_shards())
            }
            None if load.least_shards() <= MOST_SHARDS => Shortage::Quota,
            None => Shortage::NoCount,
        }
    }

    /// The shards for each value of the key that would suffice within the quota. `None` if no number up to 1,000 does.
    pub(crate) const fn shards_wanted(&self) -> Option<u64> {
        let Some(peak) = self.peak else { return Some(1) };
        let least = self.least_shards();
        if least > MOST_SHARDS {
            return None;
        }
        if !self.must_be_placed() {
            return Some(least);
        }
        // Fewer shards than the current ones may handle a roll-over better, but items would no longer be found.
        let least = if least > self.shards.reached() { least } else { self.shards.reached() };
        let partitions = self.quota() / PARTITION_WRITE_UNITS;
        if let (Some(values), Some(_)) = (self.cardinality.few(), self.share_that_throttles()) {
            // Computed for equally frequent values. A warning asks for the share of the most frequent one.
            let wanted = match self.even_load(&peak, least.saturating_mul(values)).shards_for_quota(partitions) {
                Some(keys) => match keys.div_ceil(values) {
                    shards if shards < self.on_one(&peak, 1.0).shards() => Some(shards),
                    // These shards suffice for one value with the whole load. They must also handle its roll-over.
                    shards => self.even_load(&peak, shards).shards_for_quota(partitions),
                },
                None => None,
            };
            // The shard of a frequent hashed value is heavier than the others.
            return match wanted {
                Some(shards) if self.hashes_top_value() => self.shards_of_uneven(&peak, shards),
                wanted => wanted,
            };
        }
        let new = self.new_keys(&peak);
        if new.is_empty() {
            return if holds(0, 0.0, new.background, partitions) { Some(least) } else { None };
        }
        if !self.can_be_spread() {
            // A hash over more fields divides a value that no number of shards can serve.
            return self.even_load(&peak, least).shards_for_quota(partitions);
        }
        if new.is_even() {
            return new.load(least).shards_for_quota(partitions);
        }
        self.shards_of_uneven(&peak, least)
    }

    /// The whole peak, evenly distributed over a number of shards to be chosen.
    const fn even_load(&self, peak: &PeakLoad, least: u64) -> NewLoad {
        let units_per_second = self.even(peak).units_per_second;
        let background = self.sentinel_units_per_second() + (peak.units_per_second - units_per_second) as f64;
        NewLoad { units_per_second, background, least }
    }

    /// The result of [`shards_wanted`](Self::shards_wanted) for new keys with two different loads, searched in steps of
    /// a sixteenth.
    const fn shards_of_uneven(&self, peak: &PeakLoad, least: u64) -> Option<u64> {
        let mut shards = least;
        while shards <= MOST_SHARDS {
            if self.new_keys_over(peak, shards).hold_on(self.quota() / PARTITION_WRITE_UNITS) {
                return Some(shards);
            }
            shards += 1 + shards / 16;
        }
        None
    }

    /// Combinations that handle a roll-over or a launch: shards for each value of the key, and the partitions that
    /// serve them. Empty without a peak, for a key that no peak meets newly placed, if shards do not help, and if the
    /// heaviest value is not known.
    pub(crate) const fn pairs(&self) -> [Option<Pair>; 3] {
        let Some(peak) = self.peak else { return [None; 3] };
        let new = self.new_keys(&peak);
        if !self.must_be_placed() || new.is_empty() || !self.can_be_spread() {
            return [None; 3];
        }
        if new.is_even() {
            // With few values, one value may have the whole load.
            let one = if self.share.is_exact() { 1 } else { self.on_one(&peak, self.share.most).shards() };
            let least = self.least_shards();
            return new.load(if least > one { least } else { one }).pairs(self.quota());
        }
        let least = match self.shards_wanted() {
            Some(wanted) => wanted,
            None => self.least_shards(),
        };
        let even = self.even_load(&peak, least).pairs(self.quota());
        let (mut pairs, mut at) = ([None; 3], 0);
        while at < pairs.len() {
            let Some(pair) = even[at] else { return pairs };
            pairs[at] = self.pair_of_uneven(&peak, pair.shards);
            at += 1;
        }
        pairs
    }

    /// The fewest shards, at least `least`, with new keys of two different loads that some number of partitions can
    /// serve, and those partitions. Searches in steps of a sixteenth.
    const fn pair_of_uneven(&self, peak: &PeakLoad, least: u64) -> Option<Pair> {
        let mut shards = least;
        while shards <= MOST_SHARDS {
            if let Some(partitions) = self.new_keys_over(peak, shards).partitions() {
                return Some(Pair { shards, partitions });
            }
            shards += 1 + shards / 16;
        }
        None
    }

    /// The fewest shards that handle a roll-over on the partitions of another quota, if all new keys have one load.
    pub(crate) const fn pair_of_quota(&self, quota: u64) -> Option<Pair> {
        let Some(peak) = self.peak else { return None };
        match self.new_keys(&peak) {
            new if new.is_even() => new.load(self.least_shards()).pair_for_quota(quota / PARTITION_WRITE_UNITS),
            _ => None,
        }
    }

    /// The shards for each value that serve a busy second.
    pub(crate) const fn least_shards(&self) -> u64 {
        let Some(peak) = self.peak else { return 1 };
        let even = match (self.even_keys(), self.cardinality.values()) {
            (Some(_), Some(values)) if values > 0 => self.even(&peak).shards().div_ceil(values),
            _ => 1,
        };
        let popular = self.popular_key(&peak).shards();
        let least = if even > popular { even } else { popular };
        if self.hashes_top_value() && self.can_be_spread() { self.shards_beside_top_value(&peak, least) } else { least }
    }

    /// The shards, at least `least`, with which the shard of the most frequent hashed value serves a busy second
    /// together with its part of the other values. More than 1,000 if no number does.
    const fn shards_beside_top_value(&self, peak: &PeakLoad, least: u64) -> u64 {
        let mut shards = least;
        while shards <= MOST_SHARDS && !self.carries_top_value(peak, shards) {
            shards += 1 + shards / 16;
        }
        shards
    }

    /// Whether the fullest of `shards` hash shards serves a busy second.
    const fn carries_top_value(&self, peak: &PeakLoad, shards: u64) -> bool {
        self.on_one(peak, self.share_of_fullest(self.share_of_key(), shards)).is_carried_by(1)
    }

    /// Write units per second of the entity's sentinels. They are in the table, each with its own key.
    pub(super) const fn sentinel_units_per_second(&self) -> f64 {
        match self.key.key.index {
            None => self.key.entity.sentinel_units_per_second(),
            Some(_) => 0.0,
        }
    }

    /// Write units per second of the entity in the table or the index.
    pub(crate) const fn units_in_place(&self, peak: &PeakLoad) -> u64 {
        peak.units_per_second.saturating_add(self.sentinel_units_per_second() as u64)
    }

    /// Write units per second that the account allows for the table or the index.
    pub(crate) const fn quota(&self) -> u64 {
        self.key.entity.table.quota
    }

    /// Whether the warm throughput for a key that can handle a roll-over exceeds the quota. Keys that are placed once
    /// are not perfectly even.
    const fn exceeds_quota(&self, peak: &PeakLoad) -> bool {
        let units = self.units_in_place(peak);
        if self.roll_over().is_some() {
            return units > self.quota();
        }
        !holds(0, 0.0, units as f64, self.quota() / PARTITION_WRITE_UNITS)
    }

    /// Whether a second over the limit is as rare as plans require.
    const fn has_margin(&self, peak: &PeakLoad) -> bool {
        let even = match self.even_keys() {
            Some(keys) => self.even(peak).is_carried_by(keys),
            None => true,
        };
        if self.hashes_top_value() {
            return even && self.carries_top_value(peak, self.shards.reached());
        }
        even && self.popular_key(peak).is_carried_by(self.shards.reached())
    }

    /// Whether new keys fit on the partitions of the quota. For keys that time does not renew, see
    /// [`holds_a_launch`](Self::holds_a_launch).
    const fn holds_a_roll_over(&self, peak: &PeakLoad) -> bool {
        // With few values, one value may have the whole load. A separate warning covers that.
        if self.roll_over().is_none() || self.share_that_throttles().is_some() {
            return true;
        }
        self.hold_over(peak, self.shards.reached())
    }

    /// The quota for the check of a roll-over. For a peak above the quota, 16 times the peak, because a separate
    /// warning covers it.
    pub(super) const fn least_quota(&self, peak: &PeakLoad) -> u64 {
        let (quota, units) = (self.quota(), self.units_in_place(peak));
        if units > quota { units.saturating_mul(16) } else { quota }
    }
}

/// The number of shards in a warning, for which there is a fixed list: unchanged up to 100, above that the next
/// multiple of ten that also handles a roll-over. `None` above 1,000.
pub(crate) const fn rounded_shards(load: &KeyLoad<'_>, wanted: u64) -> Option<u64> {
    if wanted <= 100 {
        return Some(wanted);
    }
    let load = load.with_local();
    let Some(peak) = load.peak else { return Some(wanted) };
    let mut shards = wanted.next_multiple_of(10);
    while shards <= MOST_SHARDS {
        if !load.must_be_placed() || load.hold_over(&peak, shards) {
            return Some(shards);
        }
        shards += 10;
    }
    None
}
