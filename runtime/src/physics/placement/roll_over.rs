//! Computes whether new keys fit on the existing partitions when they are first written.
//!
//! A time bucket makes new keys at each roll-over, and DynamoDB places them by their hash: splits for the heat of
//! yesterday's keys do not apply to today's. With `R` units per second on `N` keys, a partition serves
//! `m = 1,000 N / R` of them, and the roll-over fails if one partition has more. The number of keys on one partition is
//! binomial, so
//!
//! ```text
//! P(some partition takes more than m) <= P * P(Binomial(N, 1/P) > m)
//! ```
//!
//! At the accepted probability of 1e-3, the bound exceeds the exact value ([`fullest_at_most`](super::fullest_at_most))
//! by at most a tenth.
//!
//! This module assumes that keys fall on partitions at random, that partitions divide the key space evenly, and that
//! warm throughput provides one partition for each 1,000 write units. AWS does not publish this.

use super::min_partitions::MinPartitions;
use crate::physics::{
    limits::PARTITION_WRITE_UNITS,
    math::{ceil, ln},
    poisson,
    shards::MOST_SHARDS,
};

/// The accepted probability that new keys overload a partition: once in a thousand roll-overs.
pub const ROLL_OVER_TARGET: f64 = 1e-3;

/// The factor by which one partition may exceed its even part of the load on all partitions.
///
/// Keys of unknown values are never perfectly even. This value is an assumption.
pub const BACKGROUND_HEADROOM: f64 = 1.15;

/// Write units per second of background load on a partition that are ignored if there are new keys: half a per cent of
/// its limit.
///
/// Three keys of 333 units fill a partition. With so little load in addition, less than one per cent of the partition's
/// writes is throttled and retried, which is not an overload. More partitions would cost far more.
const NEGLIGIBLE_BACKGROUND: f64 = 5.0;

/// Terms of a tail that are smaller than this fraction of its sum are omitted.
const NEGLIGIBLE: f64 = 1e-12;

/// The fraction of an estimated step that the search takes, to not miss a pair with slightly fewer shards.
const STEP_FRACTION: f64 = 0.85;

/// The floating-point error by which a quotient may differ from an integer.
pub(super) const WHOLE: f64 = 1e-9;

/// Above the quota, plans use at most this many partitions for each 1,000 units of the peak.
const PARTITIONS_PER_THOUSAND: u64 = 16;

/// A number of shards, and of partitions that serve them through a roll-over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Pair {
    /// The number of evenly loaded partition keys.
    pub shards: u64,
    /// The fewest partitions on which a roll-over overloads none, with a probability of at least 0.999.
    pub partitions: u64,
}

impl Pair {
    /// Returns the warm throughput, in write units per second, that provides these partitions.
    #[must_use]
    pub const fn warm_write_units(&self) -> u64 {
        self.partitions.saturating_mul(PARTITION_WRITE_UNITS)
    }
}

/// Returns an upper bound on the probability that one of `partitions` partitions has more than `most` of `keys` new
/// keys. 0 without keys, otherwise 1 without partitions.
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

/// Returns the smallest number of partitions of which none has more than `most` of `keys` new keys, except with a
/// probability of [`ROLL_OVER_TARGET`]. `None` if more than 10,000 would be needed.
#[must_use]
pub const fn partitions_for_keys(keys: u64, most: u64) -> Option<u64> {
    let units = PARTITION_WRITE_UNITS as f64 / if most == 0 { 0.5 } else { most as f64 };
    partitions_for_load(keys, units, 0.0)
}

/// Returns the fewest partitions that serve `keys` new keys of `units_per_key` write units per second each, in addition
/// to `background` write units per second of many other keys, and fail with a probability of at most
/// [`ROLL_OVER_TARGET`].
///
/// At least 1. `None` if more than 10,000 would be needed.
///
/// The background on each partition is assumed to be [`BACKGROUND_HEADROOM`] times its even part. If there are new
/// keys, up to 5 units per second of it are ignored, because they throttle less than one per cent of the partition's
/// writes.
#[must_use]
pub const fn partitions_for_load(keys: u64, units_per_key: f64, background: f64) -> Option<u64> {
    partitions_for_both((keys, units_per_key), (0, 0.0), background)
}

/// Like [`partitions_for_load`] for two groups of keys, each given by their number and the write units per second of
/// one.
pub(crate) const fn partitions_for_both(many: (u64, f64), few: (u64, f64), background: f64) -> Option<u64> {
    min_partitions_for(MinPartitions::new(), many, few, background)
}

/// The fewest partitions of a search that serve a roll-over of these two groups of keys.
const fn min_partitions_for(
    mut search: MinPartitions,
    many: (u64, f64),
    few: (u64, f64),
    background: f64,
) -> Option<u64> {
    while let Some(partitions) = search.candidate() {
        search = search.narrowed(partitions, holds_both(many, few, background, partitions));
    }
    search.found()
}

/// Whether `partitions` partitions serve new keys, as [`partitions_for_load`] defines it.
pub(crate) const fn holds(keys: u64, units_per_key: f64, background: f64, partitions: u64) -> bool {
    roll_over_probability(keys, units_per_key, background, partitions) <= ROLL_OVER_TARGET
}

/// Whether `partitions` partitions serve a roll-over of two groups of keys, as [`roll_over_probability_of_both`]
/// defines them.
pub(crate) const fn holds_both(many: (u64, f64), few: (u64, f64), background: f64, partitions: u64) -> bool {
    roll_over_probability_of_both(many, few, background, partitions) <= ROLL_OVER_TARGET
}

/// An upper bound on the probability that a roll-over overloads one of `partitions` partitions.
const fn roll_over_probability(keys: u64, units_per_key: f64, background: f64, partitions: u64) -> f64 {
    let room = room_beside(background, partitions);
    if room < 0.0 {
        return 1.0;
    }
    if keys == 0 || units_per_key <= 0.0 {
        return 0.0;
    }
    crowding_probability(keys, keys_in(room, units_per_key), partitions)
}

/// An upper bound on the probability that a roll-over of two groups of keys overloads one of `partitions` partitions.
/// Each group is given by the number of its keys and the write units per second of one. `few` should be the smaller
/// group, because each of its numbers is computed.
pub(crate) const fn roll_over_probability_of_both(
    many: (u64, f64),
    few: (u64, f64),
    background: f64,
    partitions: u64,
) -> f64 {
    if few.0 == 0 {
        return roll_over_probability(many.0, many.1, background, partitions);
    }
    if many.0 == 0 {
        return roll_over_probability(few.0, few.1, background, partitions);
    }
    // An integer number of keys may fit exactly.
    let room = room_beside(background, partitions) * (1.0 + WHOLE);
    if partitions <= 1 {
        return if many.0 as f64 * many.1 + few.0 as f64 * few.1 <= room { 0.0 } else { 1.0 };
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
    let bound = partitions as f64 * over;
    if bound < 1.0 { bound } else { 1.0 }
}

/// P(Binomial(`trials`, `chance`) > `most`).
const fn tail(trials: u64, chance: f64, most: u64) -> f64 {
    if most >= trials { 0.0 } else { binomial_tail(trials, chance, most) }
}

/// Returns the fewest shards, at least `least` and at most 1,000, that serve `units_per_second` through a roll-over on
/// at most `most_partitions` partitions, and the partitions that they need. `None` if no number of shards does.
#[must_use]
pub const fn pair_for_quota(units_per_second: u64, least: u64, most_partitions: u64) -> Option<Pair> {
    NewLoad { units_per_second, background: 0.0, least }.pair_for_quota(most_partitions)
}

/// Returns three combinations that serve `units_per_second` through a roll-over with at least `least` shards: the
/// fewest shards on the most partitions of the quota, and about twice and three times as many shards on fewer
/// partitions. If no number of shards is within the quota, the combinations exceed it. Returns fewer than three
/// combinations if the shards would exceed 1,000.
#[must_use]
pub const fn pairs(units_per_second: u64, least: u64, quota: u64) -> [Option<Pair>; 3] {
    NewLoad { units_per_second, background: 0.0, least }.pairs(quota)
}

/// A load on the new keys of a roll-over. The number of keys is to be chosen.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NewLoad {
    /// Write units per second on the new keys.
    pub(crate) units_per_second: u64,
    /// Write units per second of many other keys on the same partitions.
    pub(crate) background: f64,
    /// The fewest shards that serve a busy second.
    pub(crate) least: u64,
}

impl NewLoad {
    /// Like [`pair_for_quota`], in addition to the background.
    pub(crate) const fn pair_for_quota(&self, most_partitions: u64) -> Option<Pair> {
        self.pair_from(1, most_partitions)
    }

    /// The shards of [`pair_for_quota`](Self::pair_for_quota).
    pub(crate) const fn shards_for_quota(&self, most_partitions: u64) -> Option<u64> {
        self.shards_from(1, most_partitions)
    }

    /// Like [`pairs`], in addition to the background.
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

    /// The first pair in which a partition serves at least `from` keys.
    const fn pair_from(&self, from: u64, most_partitions: u64) -> Option<Pair> {
        let Some(shards) = self.shards_from(from, most_partitions) else { return None };
        let keys = (shards, self.units_per_second as f64 / shards as f64);
        match min_partitions_for(MinPartitions::within(most_partitions), keys, (0, 0.0), self.background) {
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
            // The fewest shards with which a partition serves that many keys.
            let min_shards = ceil(most as f64 * self.units_per_second as f64 / room * (1.0 - WHOLE));
            let shards = if min_shards > self.least { min_shards } else { self.least };
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

    /// The number of `shards` evenly loaded keys that one of `partitions` partitions serves.
    const fn per_partition(&self, shards: u64, partitions: u64) -> u64 {
        if self.units_per_second == 0 {
            return shards;
        }
        keys_in(room_beside(self.background, partitions), self.units_per_second as f64 / shards as f64)
    }
}

/// The next number of keys on one partition to try if `most` is too many. `crowded` is the probability that a given
/// partition has more than `most`.
///
/// The logarithm of that probability falls slightly slower than `most` rises, so its value here gives a lower bound of
/// the distance to the accepted one.
const fn next_most(most: u64, crowded: f64, partitions: u64) -> u64 {
    let (here, accepted) = (ln(crowded), ln(ROLL_OVER_TARGET / partitions as f64));
    let next = if here < 0.0 { (most as f64 * accepted / here * STEP_FRACTION) as u64 } else { most };
    if next > most { next } else { most + 1 }
}

/// Write units per second that the background leaves free on each partition. Negative if the background is too large.
pub(super) const fn room_beside(background: f64, partitions: u64) -> f64 {
    let part = background * BACKGROUND_HEADROOM / partitions as f64;
    if part <= NEGLIGIBLE_BACKGROUND { PARTITION_WRITE_UNITS as f64 } else { PARTITION_WRITE_UNITS as f64 - part }
}

/// The number of keys of `units_per_key` that fit into `room`. An integer number of them may fit exactly.
pub(super) const fn keys_in(room: f64, units_per_key: f64) -> u64 {
    (room / units_per_key * (1.0 + WHOLE)) as u64
}

/// P(Binomial(`trials`, `chance`) = `count`) for a `chance` below 1, computed from two independent Poisson counts given
/// their sum.
pub(super) const fn binomial(count: u64, trials: u64, chance: f64) -> f64 {
    poisson::pmf_of_sum(count, trials, trials as f64 * chance)
}

/// P(Binomial(`trials`, `chance`) > `most`) for `most` below `trials`.
const fn binomial_tail(trials: u64, chance: f64, most: u64) -> f64 {
    let first = most + 1;
    if (first as f64) < trials as f64 * chance {
        // Far above the accepted probability.
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
