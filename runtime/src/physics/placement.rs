//! What keys carry while several of them still share a partition.
//!
//! DynamoDB places a partition key by its hash. N keys fall on P partitions like N balls thrown into P bins, and the
//! fullest partition takes M keys. If the keys are evenly loaded, all of them together carry `1,000 N / M` write units a
//! second until that partition splits. Reckoned here with the mean of M:
//!
//! ```text
//! carried = 1,000 N / E[M],  P(M <= m) = N! / P^N [x^N] (1 + x + .. + x^m / m!)^P
//! ```
//!
//! A partition carries 1,000 write units a second ([partition key
//! design](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html)), and a hot one is
//! split ([adaptive
//! capacity](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/burst-adaptive-capacity.html)). AWS documents
//! neither the hash nor the time until a split; that keys fall at random and that splits take minutes are assumptions.
//!
//! ```
//! use keywright::physics::placement;
//!
//! assert_eq!(placement::carried_units(10, 4) as u64, 2_382); // of 4,000
//! ```

mod roll_over;

pub use roll_over::{
    BACKGROUND_HEADROOM, Pair, ROLL_OVER_TARGET, crowding_probability, pair_for_quota, pairs, partitions_for_keys,
    partitions_for_load,
};
pub(crate) use roll_over::{binomial, holds, shards_for_quota};

use super::limits::PARTITION_WRITE_UNITS;
use super::math::{exp, ln_1p, sqrt};
use super::{normal, poisson};

/// Up to so many keys the distribution of the fullest partition is exact; above, the partitions are taken as
/// independent, with a Poisson number of keys each.
const EXACT_KEYS: usize = 256;

/// Above this mean the number of keys on a partition is taken as normal.
const NORMAL_FROM: f64 = 1e6;

/// Of many keys the sum of a mean goes in so many steps a standard deviation.
const STEPS: f64 = 64.0;

/// More partitions than these are no advice.
const MOST_PARTITIONS: u64 = 10_000;

/// What is left out of the sum of a mean.
const NEGLIGIBLE: f64 = 1e-12;

/// The standard deviations below the mean that are looked at.
const SPREAD: f64 = 8.0;

/// The write units a second that `keys` evenly loaded partition keys carry on `partitions` partitions before any split:
/// `1,000 keys / E[M]`, with M the keys on the fullest partition.
///
/// 10 keys on the 4 partitions of a new on-demand table carry 2,382 of 4,000. 0 without keys or partitions.
#[must_use]
pub const fn carried_units(keys: u64, partitions: u64) -> f64 {
    if keys == 0 || partitions == 0 {
        return 0.0;
    }
    PARTITION_WRITE_UNITS as f64 * keys as f64 / mean_of_fullest(keys, partitions)
}

/// The mean of the number of keys on the fullest of `partitions` partitions. 0 without keys or partitions.
#[must_use]
pub const fn mean_of_fullest(keys: u64, partitions: u64) -> f64 {
    if keys == 0 || partitions == 0 {
        return 0.0;
    }
    let mut most = surely_reached(keys, partitions);
    let mut mean = most as f64;
    let step = match (sqrt(keys as f64 / partitions as f64) / STEPS) as u64 {
        0 => 1,
        step => step,
    };
    while most < keys {
        let more = 1.0 - fullest_at_most(most.saturating_add((step - 1) / 2), keys, partitions);
        if more <= NEGLIGIBLE {
            break;
        }
        mean += more * step as f64;
        most = most.saturating_add(step);
    }
    mean
}

/// The probability that no partition takes more than `most` of `keys` keys. 1 without keys, else 0 without partitions.
///
/// Exact up to 256 keys; above that, the partitions are taken as independent.
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

/// A number of keys below which the fullest partition does not stay: the mean; and where numbers of keys are
/// independent, less than that.
const fn surely_reached(keys: u64, partitions: u64) -> u64 {
    if keys <= EXACT_KEYS as u64 {
        return keys.div_ceil(partitions);
    }
    let mean = keys as f64 / partitions as f64;
    (mean - SPREAD * sqrt(mean)) as u64
}

/// The fewest partitions on which `keys` evenly loaded partition keys carry `units_per_second` on average before any
/// split; at least 1. `None` without keys, where it would take more than 10,000, and for a load that the keys cannot carry
/// on a partition each.
#[must_use]
pub const fn partitions_that_carry(units_per_second: u64, keys: u64) -> Option<u64> {
    let wanted = units_per_second as f64;
    if keys == 0 || carried_units(keys, MOST_PARTITIONS) < wanted {
        return None;
    }
    let (mut too_few, mut enough) = (0, MOST_PARTITIONS);
    while enough - too_few > 1 {
        let partitions = too_few + (enough - too_few) / 2;
        if carried_units(keys, partitions) < wanted {
            too_few = partitions;
        } else {
            enough = partitions;
        }
    }
    Some(enough)
}

/// The partitions of a table with this warm throughput: one for each started 1,000 write units. The [documentation of warm
/// throughput](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/warm-throughput-scenarios.html) has each
/// partition limited to 1,000 write units a second, so that there are at least these; that there are no more is an
/// assumption.
#[must_use]
pub const fn warm_partitions(write_units: u64) -> u64 {
    if write_units == 0 { 1 } else { write_units.div_ceil(PARTITION_WRITE_UNITS) }
}

/// The probabilities of 0, 1, 2 .. `keys` keys, of which none of the partitions counted so far has too many.
#[derive(Clone, Copy)]
struct Counts {
    at: [f64; EXACT_KEYS + 1],
    keys: usize,
}

impl Counts {
    /// One partition, with a Poisson number of keys up to `most`: given their sum, such numbers are multinomial.
    const fn of_one(most: u64, keys: usize, mean: f64) -> Self {
        let mut counts = Self { at: [0.0; EXACT_KEYS + 1], keys };
        let mut count = 0;
        while count <= keys && count as u64 <= most {
            counts.at[count] = poisson::pmf(count as u64, mean);
            count += 1;
        }
        counts
    }

    /// The sum over so many partitions, at least one, by repeated doubling.
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

    #[test]
    fn keys_carry_the_published_units() {
        for (keys, partitions, published, room) in
            [(10, 4, 2_400.0, 1_000.0), (10, 10, 3_650.0, 0.0), (50, 50, 13_100.0, 0.0)]
        {
            let carried = carried_units(keys, partitions);
            assert!((carried / published - 1.0_f64).abs() < 0.01, "{keys} on {partitions}: {carried}");
            assert!(carried > room);
        }
        assert_eq!(carried_units(10, 4).round(), 2_382.0);
        assert_eq!(carried_units(10, 10).round(), 3_638.0);
        assert_eq!(carried_units(50, 50).round(), 13_139.0);
    }

    /// Every way to place the keys, counted.
    #[test]
    fn few_keys_are_as_counted_one_by_one() {
        for (keys, partitions) in [(1, 1), (3, 2), (5, 3), (6, 4), (4, 7)] {
            let ways = u64::pow(partitions, keys);
            let mut sum = 0;
            for way in 0..ways {
                let mut counts = vec![0; partitions as usize];
                (0..keys).for_each(|key| counts[(way / u64::pow(partitions, key) % partitions) as usize] += 1);
                sum += counts.into_iter().max().unwrap();
            }
            let counted = sum as f64 / ways as f64;
            let ours = mean_of_fullest(u64::from(keys), partitions);
            assert!((ours - counted).abs() < 1e-9, "{keys} on {partitions}: {ours}, not {counted}");
        }
    }

    #[test]
    fn many_keys_are_nearly_exact() {
        // E[M] by simulation, 100,000 placements each.
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
    fn the_ends_are_certain() {
        assert_eq!(carried_units(0, 4), 0.0);
        assert_eq!(carried_units(4, 0), 0.0);
        assert_eq!(carried_units(7, 1), 1_000.0);
        assert_eq!(carried_units(1, 9), 1_000.0);
        assert_eq!(fullest_at_most(3, 3, 0), 0.0);
        assert_eq!(fullest_at_most(0, 0, 0), 1.0);
        assert_eq!(fullest_at_most(2, 9, 4), 0.0);
        assert!((carried_units(10, u64::MAX) - 10_000.0).abs() < 1e-6);
        assert!((carried_units(10_000, 4) - 3_919.0).abs() < 5.0);
    }

    /// By simulation: 4 standard deviations above the mean of 5e7 for the fullest of 1,000 is about 3.24.
    #[test]
    fn absurdly_many_keys_are_answered() {
        let million = mean_of_fullest(50_000_000_000, 1_000);
        let deviations = (million - 5e7) / 5e7_f64.sqrt();
        assert!((deviations - 3.241).abs() < 0.02, "{deviations}");
        for partitions in [1, 4, 1_000, u64::MAX] {
            for keys in [1 << 20, 1_000_000_007, 1 << 40, u64::MAX] {
                let carried = carried_units(keys, partitions);
                let most = 1_000.0 * if keys < partitions { keys } else { partitions } as f64;
                assert!(carried > 0.0 && carried <= most * 1.001, "{keys} on {partitions}: {carried}");
            }
        }
        // Where the number becomes a normal one, and where the steps grow, nothing jumps.
        for keys in [4 * 1_000_000, 4 * 4_096, 4 * 16_384] {
            let (below, above) = (mean_of_fullest(keys - 4, 4), mean_of_fullest(keys + 4, 4));
            assert!((above - below - 2.0).abs() < 0.02 * f64::sqrt(keys as f64 / 4.0), "{keys}: {below}, {above}");
        }
    }

    #[test]
    fn the_partitions_that_carry_a_load_are_the_fewest() {
        for (units, keys) in [(5_000, 10), (2_000, 6), (3_919, 10_000), (50_000, 60), (1, 1), (0, 3)] {
            let partitions = partitions_that_carry(units, keys).unwrap();
            assert!(carried_units(keys, partitions) >= units as f64, "{units} by {keys}");
            assert!(partitions == 1 || carried_units(keys, partitions - 1) < units as f64, "{units} by {keys}");
        }
        assert_eq!(partitions_that_carry(1_001, 1), None);
        assert_eq!(partitions_that_carry(6_000, 6), None, "no number of partitions keeps all keys apart for sure");
        assert_eq!(partitions_that_carry(1, 0), None);
        assert_eq!(partitions_that_carry(u64::MAX, u64::MAX), None);
        assert_eq!(partitions_that_carry(0, 0), None);
    }

    const CARRIED: f64 = carried_units(50, 50);

    #[test]
    fn the_compiler_computes_what_the_program_does() {
        assert_eq!(CARRIED, carried_units(std::hint::black_box(50), 50));
    }

    #[test]
    fn a_peak_over_a_new_table_is_asked_for_ahead() {
        assert_eq!([0, 1_000, 1_001].map(warm_partitions), [1, 1, 2]);
    }
}
