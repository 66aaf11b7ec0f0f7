//! Searches for the fewest shards that meet a target.

use super::partition::{any_over, elasticity, hazard, hazard_of, normal_load};
use super::{MAX_COUNT, NO_COUNT_WILL_DO, whole, writes_per_partition};
use crate::physics::math::{exp, ln};

const NEWTON_STEPS: u32 = 24;

/// Returns the fewest shards for `writes_per_second` random writes of `units_per_write`, so that a shard is overloaded
/// in any second with a probability of at most `target`. At least 1.
///
/// The result is exact: the probability that a shard is overloaded is at most `target` with this count, and higher with
/// one less. The search starts from the normal approximation and follows the exact tail; it typically computes six
/// tails.
///
/// [`NO_COUNT_WILL_DO`] if a write is heavier than 1,000 units, if `target` is 0, negative or NaN, and if more than
/// 2^40 shards would be needed.
#[must_use]
pub const fn shards_for(writes_per_second: u64, units_per_write: u64, target: f64) -> u64 {
    let capacity = writes_per_partition(units_per_write);
    let rate = writes_per_second as f64;
    if rate == 0.0 || target >= 1.0 {
        return 1;
    }
    if capacity == 0 || target.is_nan() || target <= 0.0 {
        return NO_COUNT_WILL_DO;
    }
    let mut too_few = 0;
    let mut enough = MAX_COUNT + 1;
    let mut shards = normal_start(rate, capacity, target);
    let mut step = 0;
    while enough - too_few > 1 {
        let load = rate / shards as f64;
        let hazard = hazard(capacity, load);
        if any_over(shards as f64, hazard) <= target {
            enough = shards;
        } else {
            too_few = shards;
        }
        let guess = if step < NEWTON_STEPS {
            let slope = 1.0 - elasticity(capacity, load, hazard);
            newton(shards as f64, hazard, slope, target)
        } else {
            f64::NAN
        };
        shards = between(too_few, enough, guess);
        step += 1;
    }
    if enough > MAX_COUNT { NO_COUNT_WILL_DO } else { enough }
}

/// The result of the normal approximation: within a few per cent for light writes, too small for heavy ones.
const fn normal_start(rate: f64, capacity: u64, target: f64) -> u64 {
    let mut shards = rate / capacity as f64;
    let mut step = 0;
    while step < 2 {
        let each = if shards > 1.0 { target / shards } else { target };
        shards = rate / normal_load(capacity, each);
        step += 1;
    }
    between(0, MAX_COUNT + 1, shards)
}

/// One Newton step on the logarithms of the hazard and of the count, which are nearly linear in each other.
const fn newton(shards: f64, hazard: f64, slope: f64, target: f64) -> f64 {
    shards * exp(-ln(shards * hazard / hazard_of(target)) / slope)
}

/// Returns `guess` as a count strictly between `too_few` and `enough`, or their middle if there is no valid guess.
const fn between(too_few: u64, enough: u64, guess: f64) -> u64 {
    if !guess.is_finite() {
        return too_few + (enough - too_few) / 2;
    }
    let shards = whole(guess);
    if shards <= too_few {
        too_few + 1
    } else if shards >= enough {
        enough - 1
    } else {
        shards
    }
}
