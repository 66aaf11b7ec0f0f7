//! Computes how partition keys are distributed over partitions.
//!
//! DynamoDB places a partition key by its hash, so N keys fall on P partitions like N balls thrown into P bins. The
//! fullest partition has M keys, with
//!
//! ```text
//! P(M <= m) = N! / P^N [x^N] (1 + x + .. + x^m / m!)^P
//! ```
//!
//! Keys that are written for a long time do not stay where they were placed, because DynamoDB splits partitions for
//! heat. Keys that a time bucket makes are new at each roll-over, so their placement is decisive ([`pairs`]).
//!
//! This module assumes that keys fall on the partitions at random and uniformly.
//!
//! AWS: [Partitions and data
//! distribution](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.Partitions.html).
//!
//! ```
//! use keywright::physics::placement;
//!
//! // 10 shards of a log, each with a tenth of 5,000 WCU/s: one partition serves two of them.
//! assert!(placement::fullest_at_most(2, 10, 4) < 1e-6); // on the 4 partitions of a new table
//! assert!(placement::fullest_at_most(2, 10, 384) > 0.999); // with 384,000 WCU/s of warm throughput
//! ```

mod groups;
mod min_partitions;
mod roll_over;

pub(crate) use groups::Groups;
pub(crate) use min_partitions::{MAX_PLANNED_PARTITIONS, MinPartitions};
pub use roll_over::{
    BACKGROUND_HEADROOM, Pair, ROLL_OVER_TARGET, crowding_probability, pair_for_quota, pairs, partitions_for_keys,
    partitions_for_load,
};
pub(crate) use roll_over::{NewLoad, holds, holds_both, partitions_for_both, roll_over_probability_of_both};

use super::math::{exp, ln_1p, sqrt};
use super::{normal, poisson};

/// Up to this many keys, the distribution of the fullest partition is exact. Above that, the partitions are
/// approximated as independent, with a Poisson-distributed number of keys each.
const EXACT_KEYS: usize = 256;

/// Above this mean, the number of keys on a partition is approximated as normal.
const NORMAL_FROM: f64 = 1e6;

/// The number of standard deviations below the mean that are considered.
const SPREAD: f64 = 8.0;

/// Returns the probability that no partition has more than `most` of `keys` keys. 1 without keys, otherwise 0 without
/// partitions.
///
/// Exact up to 256 keys. Above that, the partitions are approximated as independent.
#[must_use]
pub const fn fullest_at_most(most: u64, keys: u64, partitions: u64) -> f64 {
    if most >= keys {
        return if keys > 0 && partitions == 0 { 0.0 } else { 1.0 };
    }
    if partitions == 0 || most < surely_reached(keys, partitions) {
        return 0.0;
    }
    let mean = keys as f64 / partitions as f64;
    if keys > EXACT_KEYS as u64 {
        let tail = match mean > NORMAL_FROM {
            true => normal::cdf((mean - most as f64 - 0.5) / sqrt(mean)),
            false => poisson::upper_tail(most, mean),
        };
        return exp(partitions as f64 * ln_1p(-tail));
    }
    let one = Counts::of_one(most, keys as usize, mean);
    let probability = one.of_several(partitions).at[keys as usize] / poisson::pmf(keys, keys as f64);
    if probability < 1.0 { probability } else { 1.0 }
}

/// A number of keys that the fullest partition certainly reaches: the mean or, in the approximation by independent
/// partitions, fewer.
const fn surely_reached(keys: u64, partitions: u64) -> u64 {
    if keys <= EXACT_KEYS as u64 {
        return keys.div_ceil(partitions);
    }
    let mean = keys as f64 / partitions as f64;
    (mean - SPREAD * sqrt(mean)) as u64
}

/// The probabilities of 0, 1, 2 .. `keys` keys on the partitions counted so far, with too many on none of these.
#[derive(Clone, Copy)]
struct Counts {
    at: [f64; EXACT_KEYS + 1],
    keys: usize,
}

impl Counts {
    /// One partition with a Poisson-distributed number of keys up to `most`. Given their sum, such numbers are
    /// multinomial.
    const fn of_one(most: u64, keys: usize, mean: f64) -> Self {
        let mut counts = Self { at: [0.0; EXACT_KEYS + 1], keys };
        let mut count = 0;
        while count <= keys && count as u64 <= most {
            counts.at[count] = poisson::pmf(count as u64, mean);
            count += 1;
        }
        counts
    }

    /// The sum over this many partitions, at least one, by repeated doubling.
    const fn of_several(self, partitions: u64) -> Self {
        let mut doubled = self;
        let mut sum = Self { at: [0.0; EXACT_KEYS + 1], keys: self.keys };
        sum.at[0] = 1.0;
        let mut left = partitions;
        while left > 0 {
            if left & 1 == 1 {
                sum = sum.and(&doubled);
            }
            left >>= 1;
            if left > 0 {
                doubled = doubled.and(&doubled);
            }
        }
        sum
    }

    const fn and(&self, other: &Self) -> Self {
        let mut sum = Self { at: [0.0; EXACT_KEYS + 1], keys: self.keys };
        let mut first = 0;
        while first <= self.keys {
            let mut second = 0;
            while self.at[first] > 0.0 && second <= self.keys - first {
                sum.at[first + second] += self.at[first] * other.at[second];
                second += 1;
            }
            first += 1;
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mean number of keys on the fullest partition.
    fn mean_of_fullest(keys: u64, partitions: u64) -> f64 {
        (0..keys).map(|most| 1.0 - fullest_at_most(most, keys, partitions)).sum()
    }

    #[test]
    fn keys_carry_the_published_units() {
        for (keys, partitions, published) in [(10, 4, 2_382.0), (10, 10, 3_638.0), (50, 50, 13_139.0)] {
            let carried: f64 = 1_000.0 * keys as f64 / mean_of_fullest(keys, partitions);
            assert_eq!(carried.round(), published, "{keys} on {partitions}");
        }
    }

    /// Compares the results with a count of all ways to place the keys.
    #[test]
    fn few_keys_match_an_exhaustive_count() {
        for (keys, partitions) in [(1, 1), (3, 2), (5, 3), (6, 4), (4, 7)] {
            let ways = u64::pow(partitions, keys);
            let mut fullest = vec![0; keys as usize + 1];
            for way in 0..ways {
                let mut counts = vec![0; partitions as usize];
                (0..keys).for_each(|key| counts[(way / u64::pow(partitions, key) % partitions) as usize] += 1);
                fullest[counts.into_iter().max().unwrap()] += 1;
            }
            let mut at_most = 0;
            for (most, count) in fullest.into_iter().enumerate() {
                at_most += count;
                let counted = at_most as f64 / ways as f64;
                let ours = fullest_at_most(most as u64, keys.into(), partitions);
                assert!((ours - counted).abs() < 1e-9, "{most} of {keys} on {partitions}: {ours}, not {counted}");
            }
        }
    }

    #[test]
    fn many_keys_match_a_simulation() {
        // The means from simulation, 100,000 placements each.
        for (keys, partitions, simulated) in
            [(300, 4, 83.985), (1_000, 4, 266.341), (1_000, 100, 18.768), (1_000, 1_000, 5.511)]
        {
            let ours = mean_of_fullest(keys, partitions);
            assert!((ours / simulated - 1.0_f64).abs() < 0.005, "{keys} on {partitions}: {ours}");
        }
        for partitions in [2, 4, 40, 400] {
            let step = mean_of_fullest(257, partitions) - mean_of_fullest(256, partitions);
            assert!(step > -0.1 && step < 1.0, "{partitions}: {step}");
        }
    }

    #[test]
    fn degenerate_counts_have_certain_outcomes() {
        assert_eq!(fullest_at_most(3, 3, 0), 0.0);
        assert_eq!(fullest_at_most(0, 0, 0), 1.0);
        assert_eq!(fullest_at_most(2, 9, 4), 0.0);
        assert_eq!(fullest_at_most(9, 9, 1), 1.0);
    }

    /// From simulation: the median of the fullest of 1,000 partitions with 5e7 keys each is 3.241 standard deviations
    /// above the mean.
    #[test]
    fn extreme_key_counts_give_probabilities() {
        let at = |deviations: f64| fullest_at_most((5e7 + deviations * 5e7_f64.sqrt()) as u64, 50_000_000_000, 1_000);
        assert!(at(3.0) < 0.5 && at(3.5) > 0.5, "{}, {}", at(3.0), at(3.5));
        for keys in [1 << 20, 1_000_000_007, 1 << 40, u64::MAX] {
            let probability = fullest_at_most(keys / 2, keys, u64::MAX);
            assert!((0.0..=1.0).contains(&probability), "{keys}: {probability}");
        }
    }

    const ON_TEN: f64 = fullest_at_most(3, 10, 10);

    #[test]
    fn constant_evaluation_matches_run_time() {
        assert_eq!(ON_TEN, fullest_at_most(std::hint::black_box(3), 10, 10));
    }
}
