//! Whether new keys fit the partitions that are there when they are first written.
//!
//! A time bucket makes new keys at each roll-over, and DynamoDB places them by their hash: splits that heat brought to
//! yesterday's keys do not know today's. With `R` units a second on `N` keys, a partition carries `m = 1,000 N / R` of
//! them, and the roll-over fails if one partition takes more. The number of keys on one partition is binomial, so
//!
//! ```text
//! P(some partition takes more than m) <= P * P(Binomial(N, 1/P) > m)
//! ```
//!
//! The bound is within a tenth of its value of the exact probability ([`fullest_at_most`](super::fullest_at_most)) at
//! the accepted 1e-3.
//!
//! That keys fall on partitions at random, that partitions share the key space evenly, and that warm throughput buys
//! one partition for each 1,000 write units are assumptions: AWS does not publish them.

use super::fewest::Fewest;
use crate::physics::{
    limits::PARTITION_WRITE_UNITS,
    math::{ceil, ln},
    poisson,
    shards::MOST_SHARDS,
};

/// The accepted probability that new keys overload a partition: once in a thousand roll-overs.
pub const ROLL_OVER_TARGET: f64 = 1e-3;

/// How much more than its even part of what lies on all partitions one of them may have.
///
/// Keys of unknown values are never quite even. Assumed.
pub const BACKGROUND_HEADROOM: f64 = 1.15;

/// Write units a second of the background on a partition that take no room from new keys: half a per cent of what it
/// carries.
///
/// Three keys of 333 units fill a partition. With so little load beside them, less than one per cent of the partition's
/// writes is throttled, and retried: that is no overload. More partitions would cost far more.
const NEGLECTED_BACKGROUND: f64 = 5.0;

/// Terms of a tail that are smaller than this part of its sum are left out.
const NEGLIGIBLE: f64 = 1e-12;

/// The part of an estimated way that is taken, so as not to miss a pair whose number of shards comes out a little
/// better.
const NEARER: f64 = 0.85;

/// The error of floating point by which a quotient may miss a whole number.
pub(super) const WHOLE: f64 = 1e-9;

/// Above the quota, plans stop at this many partitions for each 1,000 units of the peak.
const PARTITIONS_PER_THOUSAND: u64 = 16;

/// Shards, and the partitions that hold them through a roll-over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Pair {
    /// Evenly loaded partition keys.
    pub shards: u64,
    /// The fewest partitions on which a roll-over overloads none, but for one in a thousand.
    pub partitions: u64,
}

impl Pair {
    /// The warm throughput, in write units a second, that buys these partitions.
    #[must_use]
    pub const fn warm_write_units(&self) -> u64 {
        self.partitions.saturating_mul(PARTITION_WRITE_UNITS)
    }
}

/// An upper bound on the probability that one of `partitions` partitions takes more than `most` of `keys` new keys.
/// 0 without keys, else 1 without partitions.
#[must_use]
pub const fn crowding_probability(keys: u64, most: u64, partitions: u64) -> f64 {
    if keys <= most {
        return if keys > 0 && partitions == 0 { 1.0 } else { 0.0 };
    }
    if partitions <= 1 {
        return 1.0;
    }
    let bound = partitions as f64 * binomial_tail(keys, 1.0 / partitions as f64, most);
    if bound < 1.0 { bound } else { 1.0 }
}

/// The fewest partitions on which `keys` new keys crowd none with more than `most`, with a probability of
/// [`ROLL_OVER_TARGET`]. `None` where more than 10,000 would be needed.
#[must_use]
pub const fn partitions_for_keys(keys: u64, most: u64) -> Option<u64> {
    let units = PARTITION_WRITE_UNITS as f64 / if most == 0 { 0.5 } else { most as f64 };
    partitions_for_load(keys, units, 0.0)
}

/// The fewest partitions that carry `keys` new keys of `units_per_key` write units a second each, in addition to
/// `background` write units a second of many other keys, with a probability of [`ROLL_OVER_TARGET`] to fail.
///
/// At least 1; `None` where more than 10,000 would be needed.
///
/// The part of the background on each partition is taken as [`BACKGROUND_HEADROOM`] times the even one. Up to 5 units a
/// second of it are neglected beside new keys, because they throttle less than one per cent of the partition's writes.
#[must_use]
pub const fn partitions_for_load(keys: u64, units_per_key: f64, background: f64) -> Option<u64> {
    partitions_for_both((keys, units_per_key), (0, 0.0), background)
}

/// [`partitions_for_load`] of two groups of keys, each a number and the write units a second of one.
pub(crate) const fn partitions_for_both(many: (u64, f64), few: (u64, f64), background: f64) -> Option<u64> {
    fewest_of(Fewest::new(), many, few, background)
}

/// The fewest partitions of a search that carry a roll-over of these two groups of keys.
const fn fewest_of(mut search: Fewest, many: (u64, f64), few: (u64, f64), background: f64) -> Option<u64> {
    while let Some(partitions) = search.candidate() {
        search = search.narrowed(partitions, holds_both(many, few, background, partitions));
    }
    search.found()
}

/// Whether `partitions` partitions carry new keys, as [`partitions_for_load`] counts them.
pub(crate) const fn holds(keys: u64, units_per_key: f64, background: f64, partitions: u64) -> bool {
    let room = room_beside(background, partitions);
    if room < 0.0 {
        return false;
    }
    if keys == 0 || units_per_key <= 0.0 {
        return true;
    }
    crowding_probability(keys, keys_in(room, units_per_key), partitions) <= ROLL_OVER_TARGET
}

/// Whether `partitions` partitions carry a roll-over of two groups of keys, each a number and the write units a second
/// of one. `few` should be the smaller group: each of its numbers is counted.
pub(crate) const fn holds_both(many: (u64, f64), few: (u64, f64), background: f64, partitions: u64) -> bool {
    if few.0 == 0 {
        return holds(many.0, many.1, background, partitions);
    }
    if many.0 == 0 {
        return holds(few.0, few.1, background, partitions);
    }
    // A whole number of keys may fit exactly.
    let room = room_beside(background, partitions) * (1.0 + WHOLE);
    if partitions <= 1 {
        return many.0 as f64 * many.1 + few.0 as f64 * few.1 <= room;
    }
    let chance = 1.0 / partitions as f64;
    let mean = few.0 as f64 * chance;
    let (mut over, mut count) = (0.0, 0);
    while count <= few.0 {
        let probability = binomial(count, few.0, chance);
        let left = room - count as f64 * few.1;
        over += probability * if left < 0.0 { 1.0 } else { tail(many.0, chance, (left / many.1) as u64) };
        if count as f64 > mean && probability < ROLL_OVER_TARGET * NEGLIGIBLE {
            break;
        }
        count += 1;
    }
    partitions as f64 * over <= ROLL_OVER_TARGET
}

/// P(Binomial(`trials`, `chance`) > `most`)
const fn tail(trials: u64, chance: f64, most: u64) -> f64 {
    if most >= trials { 0.0 } else { binomial_tail(trials, chance, most) }
}

/// The fewest shards, at least `least` and at most 1,000, that hold `units_per_second` through a roll-over on
/// at most `most_partitions` partitions, and the partitions that they need. `None` where no number of shards does.
#[must_use]
pub const fn pair_for_quota(units_per_second: u64, least: u64, most_partitions: u64) -> Option<Pair> {
    NewLoad { units_per_second, background: 0.0, least }.pair_for_quota(most_partitions)
}

/// Three ways to carry `units_per_second` through a roll-over, with at least `least` shards: few shards on the most
/// partitions of the quota, and about two and about three times as many shards on fewer partitions. Where no number of
/// shards keeps the quota, they exceed it. Fewer than three where shards would exceed 1,000.
#[must_use]
pub const fn pairs(units_per_second: u64, least: u64, quota: u64) -> [Option<Pair>; 3] {
    NewLoad { units_per_second, background: 0.0, least }.pairs(quota)
}

/// A load on keys that a roll-over makes, whose number is to be chosen.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NewLoad {
    /// Write units a second on the new keys.
    pub(crate) units_per_second: u64,
    /// Write units a second of many other keys on the same partitions.
    pub(crate) background: f64,
    /// The fewest shards that carry a busy second.
    pub(crate) least: u64,
}

impl NewLoad {
    /// [`pair_for_quota`], in addition to the background.
    pub(crate) const fn pair_for_quota(&self, most_partitions: u64) -> Option<Pair> {
        self.pair_from(1, most_partitions)
    }

    /// The shards of that pair alone.
    pub(crate) const fn shards_for_quota(&self, most_partitions: u64) -> Option<u64> {
        self.shards_from(1, most_partitions)
    }

    /// [`pairs`], in addition to the background.
    pub(crate) const fn pairs(&self, quota: u64) -> [Option<Pair>; 3] {
        let all = self.units_per_second.saturating_add(ceil(self.background));
        let first = match self.pair_for_quota(quota / PARTITION_WRITE_UNITS) {
            Some(pair) => Some(pair),
            None => {
                let thousands = all.div_ceil(PARTITION_WRITE_UNITS);
                self.pair_for_quota(thousands.saturating_mul(PARTITIONS_PER_THOUSAND))
            }
        };
        let Some(pair) = first else { return [None; 3] };
        let keys = self.per_partition(pair.shards, pair.partitions);
        [
            first,
            self.pair_from(keys.saturating_mul(2), pair.partitions),
            self.pair_from(keys.saturating_mul(10).div_ceil(3), pair.partitions),
        ]
    }

    /// The first pair in which a partition carries at least `from` keys.
    const fn pair_from(&self, from: u64, most_partitions: u64) -> Option<Pair> {
        let Some(shards) = self.shards_from(from, most_partitions) else { return None };
        let keys = (shards, self.units_per_second as f64 / shards as f64);
        match fewest_of(Fewest::within(most_partitions), keys, (0, 0.0), self.background) {
            Some(partitions) => Some(Pair { shards, partitions }),
            None => None,
        }
    }

    const fn shards_from(&self, from: u64, most_partitions: u64) -> Option<u64> {
        let room = room_beside(self.background, most_partitions);
        if room <= 0.0 || most_partitions == 0 {
            return None;
        }
        let mut most = from;
        loop {
            // The fewest shards of which a partition carries that many.
            let fewest = ceil(most as f64 * self.units_per_second as f64 / room * (1.0 - WHOLE));
            let shards = if fewest > self.least { fewest } else { self.least };
            if shards > MOST_SHARDS {
                return None;
            }
            let carried = self.per_partition(shards, most_partitions);
            let crowded = tail(shards, 1.0 / most_partitions as f64, carried);
            if most_partitions as f64 * crowded <= ROLL_OVER_TARGET {
                return Some(shards);
            }
            most = next_most(if carried > most { carried } else { most }, crowded, most_partitions);
        }
    }

    /// How many of `shards` evenly loaded keys one of `partitions` partitions carries.
    const fn per_partition(&self, shards: u64, partitions: u64) -> u64 {
        if self.units_per_second == 0 {
            return shards;
        }
        keys_in(room_beside(self.background, partitions), self.units_per_second as f64 / shards as f64)
    }
}

/// The next number of keys on one partition to try, where `most` is too many: a given partition takes more with a
/// probability of `crowded`.
///
/// The logarithm of that probability falls a little slower than `most` rises. So its value here says how far away the
/// accepted one is at least.
const fn next_most(most: u64, crowded: f64, partitions: u64) -> u64 {
    let (here, accepted) = (ln(crowded), ln(ROLL_OVER_TARGET / partitions as f64));
    let next = if here < 0.0 { (most as f64 * accepted / here * NEARER) as u64 } else { most };
    if next > most { next } else { most + 1 }
}

/// Write units a second that the background leaves on each partition. Below 0 where it is too much.
pub(super) const fn room_beside(background: f64, partitions: u64) -> f64 {
    let part = background * BACKGROUND_HEADROOM / partitions as f64;
    if part <= NEGLECTED_BACKGROUND { PARTITION_WRITE_UNITS as f64 } else { PARTITION_WRITE_UNITS as f64 - part }
}

/// How many keys of `units_per_key` fit the room. A whole number of them may fit exactly.
pub(super) const fn keys_in(room: f64, units_per_key: f64) -> u64 {
    (room / units_per_key * (1.0 + WHOLE)) as u64
}

/// P(Binomial(`trials`, `chance`) = `count`), for a chance below 1: two independent Poisson counts, given their sum.
pub(super) const fn binomial(count: u64, trials: u64, chance: f64) -> f64 {
    poisson::pmf_of_sum(count, trials, trials as f64 * chance)
}

/// P(Binomial(`trials`, `chance`) > `most`), for `most` below `trials`.
const fn binomial_tail(trials: u64, chance: f64, most: u64) -> f64 {
    let first = most + 1;
    if (first as f64) < trials as f64 * chance {
        // Far from the accepted probability.
        return 1.0;
    }
    let mut term = binomial(first, trials, chance);
    let odds = chance / (1.0 - chance);
    let (mut sum, mut count) = (term, first);
    while count < trials && term > sum * NEGLIGIBLE {
        term *= (trials - count) as f64 / (count + 1) as f64 * odds;
        sum += term;
        count += 1;
    }
    sum
}

#[cfg(test)]
mod tests;
