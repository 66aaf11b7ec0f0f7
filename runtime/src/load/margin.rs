//! Whether a key whose mean load fits also fits in a busy second, and through a roll-over.

use super::{KeyLoad, PeakLoad, Verdict};
use crate::physics::{
    limits::PARTITION_WRITE_UNITS,
    placement::{NewLoad, Pair, holds},
    shards::MOST_SHARDS,
};

/// What a key lacks whose mean load fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shortage {
    /// Nothing.
    None,
    /// This many shards for each value would do, with the warm throughput that the generated template asks for.
    Shards(u64),
    /// No number of shards up to 1,000 will do.
    NoCount,
    /// The warm throughput that it needs exceeds the quota, for this many shards or any other number.
    Quota,
}

/// New partition keys, all of one load, and what lies beside them on the same partitions.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NewKeys {
    pub(crate) keys: u64,
    pub(crate) units_per_second: u64,
    /// Write units a second of keys that are many and even.
    pub(crate) background: f64,
}

impl KeyLoad<'_> {
    /// What it lacks, if its verdict is [`Verdict::Fine`]. The load of entries in local indexes counts.
    pub(crate) const fn shortage(&self) -> Shortage {
        let load = self.with_local();
        let Some(peak) = load.peak else { return Shortage::None };
        if !matches!(self.verdict(), Verdict::Fine) || !matches!(load.verdict(), Verdict::Fine) {
            return Shortage::None;
        }
        if load.has_margin(&peak) && load.holds_a_roll_over(&peak) {
            return if load.exceeds_quota(&peak) { Shortage::Quota } else { Shortage::None };
        }
        if !load.can_be_spread() {
            return Shortage::NoCount;
        }
        match load.shards_wanted() {
            Some(wanted) => Shortage::Shards(wanted),
            None if load.least_shards() <= MOST_SHARDS => Shortage::Quota,
            None => Shortage::NoCount,
        }
    }

    /// The shards for each value of the key that would do, within the quota; `None` where no number up to 1,000 does.
    pub(crate) const fn shards_wanted(&self) -> Option<u64> {
        let Some(peak) = self.peak else { return Some(1) };
        let least = self.least_shards();
        if least > MOST_SHARDS {
            return None;
        }
        if self.roll_over().is_none() {
            return Some(least);
        }
        // Fewer shards than there are may hold a roll-over better, and would lose sight of items.
        let least = if least > self.shards.reached() { least } else { self.shards.reached() };
        match (self.variety.few(), self.share_that_throttles()) {
            // Counted for values that are equally frequent; a warning asks for the share of the most frequent one.
            (Some(values), Some(_)) => {
                let background = self.sentinel_units_per_second();
                let all = NewKeys { keys: 0, units_per_second: peak.units_per_second, background };
                match shards_for_placement(&all, least.saturating_mul(values), self.quota()) {
                    Some(keys) => match keys.div_ceil(values) {
                        shards if shards < peak.shards() => Some(shards),
                        // One value fits these with everything, and has to hold a roll-over so.
                        shards => shards_for_placement(&all, shards, self.quota()),
                    },
                    None => None,
                }
            }
            _ => match self.new_keys(&peak) {
                NewKeys { units_per_second: 0, background, .. } => {
                    if holds(0, 0.0, background, self.quota() / PARTITION_WRITE_UNITS) { Some(least) } else { None }
                }
                new => shards_for_placement(&new, least, self.quota()),
            },
        }
    }

    /// Ways to carry a roll-over: shards for each value of the key, and the partitions that hold them. None without a
    /// peak, for a key that time does not renew, and where shards do not help or the heaviest value is not known.
    pub(crate) const fn pairs(&self) -> [Option<Pair>; 3] {
        let (Some(peak), Some(_)) = (self.peak, self.roll_over()) else { return [None; 3] };
        let new = self.new_keys(&peak);
        if new.units_per_second == 0 || !self.can_be_spread() {
            return [None; 3];
        }
        // One of few values may take everything.
        let one = if self.top_share > 0.0 { 1 } else { peak.shards() };
        let least = self.least_shards();
        new.load(if least > one { least } else { one }).pairs(self.quota())
    }

    /// The fewest shards that hold a roll-over on the partitions of another quota.
    pub(crate) const fn pair_of_quota(&self, quota: u64) -> Option<Pair> {
        let Some(peak) = self.peak else { return None };
        self.new_keys(&peak).load(self.least_shards()).pair_for_quota(quota / PARTITION_WRITE_UNITS)
    }

    /// The shards for each value that carry a busy second.
    pub(crate) const fn least_shards(&self) -> u64 {
        let Some(peak) = self.peak else { return 1 };
        let even = match (self.even_keys(), self.variety.values()) {
            (Some(_), Some(values)) if values > 0 => peak.shards().div_ceil(values),
            _ => 1,
        };
        let popular = self.popular(&peak).shards();
        if even > popular { even } else { popular }
    }

    /// The keys that a roll-over makes, with the heaviest division of the load that the schema allows.
    pub(crate) const fn new_keys(&self, peak: &PeakLoad) -> NewKeys {
        let all = peak.units_per_second;
        let background = self.sentinel_units_per_second();
        if self.top_share > 0.0 && !self.hashes_top_value() {
            let popular = self.popular(peak).units_per_second;
            return NewKeys {
                keys: self.popular_keys(),
                units_per_second: popular,
                background: background + all.saturating_sub(popular) as f64,
            };
        }
        match self.variety.values() {
            Some(1) => NewKeys { keys: self.shards.reached(), units_per_second: all, background },
            Some(_) => NewKeys { keys: self.keys_of_one(), units_per_second: all, background },
            None => NewKeys { keys: 0, units_per_second: 0, background: background + all as f64 },
        }
    }

    /// Write units a second of the entity's sentinels, which lie in the table, each on a key of its own.
    const fn sentinel_units_per_second(&self) -> f64 {
        match self.key.key.index {
            None => self.key.entity.sentinel_units_per_second(),
            Some(_) => 0.0,
        }
    }

    /// Write units a second of the entity in the table or the index.
    pub(crate) const fn units_in_place(&self, peak: &PeakLoad) -> u64 {
        peak.units_per_second.saturating_add(self.sentinel_units_per_second() as u64)
    }

    /// Write units a second that the account may use on the table or the index.
    pub(crate) const fn quota(&self) -> u64 {
        self.key.entity.table.quota
    }

    /// Whether the warm throughput for it exceeds the quota, of a key that holds a roll-over. Keys that are placed once are
    /// not quite even.
    const fn exceeds_quota(&self, peak: &PeakLoad) -> bool {
        let units = self.units_in_place(peak);
        if self.roll_over().is_some() {
            return units > self.quota();
        }
        !holds(0, 0.0, units as f64, self.quota() / PARTITION_WRITE_UNITS)
    }

    /// Whether a second over the limit is as rare as plans want it.
    const fn has_margin(&self, peak: &PeakLoad) -> bool {
        let even = match self.even_keys() {
            Some(keys) => peak.is_carried_by(keys),
            None => true,
        };
        even && self.popular(peak).is_carried_by(self.popular_keys())
    }

    /// Whether new keys fit the partitions of the quota. Keys that time does not renew are placed once: splits for heat
    /// stay with them.
    const fn holds_a_roll_over(&self, peak: &PeakLoad) -> bool {
        // Of few values one may take everything, which a warning of its own speaks of.
        if self.roll_over().is_none() || self.share_that_throttles().is_some() {
            return true;
        }
        let new = self.new_keys(peak);
        let each = new.units_per_second as f64 / if new.keys == 0 { 1.0 } else { new.keys as f64 };
        holds(new.keys, each, new.background, self.least_quota(peak) / PARTITION_WRITE_UNITS)
    }

    /// The partitions of a quota below the peak are judged by the quota's own warning.
    const fn least_quota(&self, peak: &PeakLoad) -> u64 {
        let (quota, units) = (self.quota(), self.units_in_place(peak));
        if units > quota { units.saturating_mul(16) } else { quota }
    }
}

/// The number of shards in a warning, which enumerates them: as wanted up to 100, above that the next ten that holds a
/// roll-over too. `None` above 1,000.
pub(crate) const fn rounded_shards(load: &KeyLoad<'_>, wanted: u64) -> Option<u64> {
    if wanted <= 100 {
        return Some(wanted);
    }
    let load = load.with_local();
    let Some(peak) = load.peak else { return Some(wanted) };
    let new = load.new_keys(&peak);
    let mut shards = wanted.next_multiple_of(10);
    while shards <= MOST_SHARDS {
        let each = new.units_per_second as f64 / shards as f64;
        let holds = load.roll_over().is_none()
            || holds(shards, each, new.background, load.least_quota(&peak) / PARTITION_WRITE_UNITS);
        if holds {
            return Some(shards);
        }
        shards += 10;
    }
    None
}

/// The fewest shards, at least `least`, that hold new keys on the partitions of the quota, beside what lies there.
const fn shards_for_placement(new: &NewKeys, least: u64, quota: u64) -> Option<u64> {
    new.load(least).shards_for_quota(quota / PARTITION_WRITE_UNITS)
}

impl NewKeys {
    /// The same load on a number of shards that is to be chosen.
    const fn load(&self, least: u64) -> NewLoad {
        NewLoad { units_per_second: self.units_per_second, background: self.background, least }
    }
}
