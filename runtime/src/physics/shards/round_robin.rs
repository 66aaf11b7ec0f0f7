//! Computes the fewest shards if every writer uses the shards in turn.

use super::{NO_COUNT_WILL_DO, mean_shards, shards_for, writes_per_partition};
use crate::physics::math::{ceil, sqrt};
use crate::physics::normal::inverse_normal;
use crate::physics::poisson::pmf;

/// Up to this many writes per second, the turns of one writer are computed exactly.
const MAX_WRITES_EACH: f64 = 1e6;

/// The number of standard deviations from the mean up to which a writer's writes in one second are considered.
const SPREAD: f64 = 9.0;

/// Returns the fewest shards for `writers` processes that together make `writes_per_second` writes of
/// `units_per_write`, if each process uses the shards in turn from a random start.
///
/// A writer that makes K writes in a second gives each of N shards floor or ceil of K / N, so only the fraction f of K
/// / N is random: over W writers the variance is `W f (1 - f)`, plus `R / N^2` for K itself. f varies with K, so the
/// moments are summed over the Poisson distribution of K. The tail of the sum is the normal one, with the
/// Cornish-Fisher term if it is skewed to the right, and a margin of one write. 50,000 writes of one unit by 500
/// writers take 53 shards, compared to 60 at random.
///
/// There is no gain if a writer makes fewer than N writes per second: the result is then that of [`shards_for`]. It is
/// never more. [`NO_COUNT_WILL_DO`] in the same cases as [`shards_for`].
#[must_use]
pub const fn shards_for_round_robin(writes_per_second: u64, units_per_write: u64, writers: u64, target: f64) -> u64 {
    let at_random = shards_for(writes_per_second, units_per_write, target);
    let each = writes_per_second as f64 / writers as f64;
    if at_random == NO_COUNT_WILL_DO || at_random == 1 || writers == 0 || each > MAX_WRITES_EACH {
        return at_random;
    }
    let capacity = writes_per_partition(units_per_write) as f64;
    let mut enough = at_random;
    let mut too_few = mean_shards(writes_per_second, units_per_write) - 1;
    while enough > too_few && enough - too_few > 1 {
        let shards = too_few + (enough - too_few) / 2;
        let turns = Turns::of(each, shards);
        if turns.peak(writers as f64, target / shards as f64) + 1.0 <= capacity {
            enough = shards;
        } else {
            too_few = shards;
        }
    }
    enough
}

/// The central moments of the writes that one writer sends to one shard in a second.
struct Turns {
    mean: f64,
    variance: f64,
    third: f64,
}

impl Turns {
    const fn of(each: f64, shards: u64) -> Self {
        let mean = each / shards as f64;
        let mut turns = Self { mean, variance: 0.0, third: 0.0 };
        let spread = SPREAD * sqrt(each) + SPREAD;
        let mut writes = (each - spread) as u64;
        let last = ceil(each + spread);
        let mut probability = pmf(writes, each);
        while writes <= last {
            let low = (writes / shards) as f64 - mean;
            let high = low + 1.0;
            let fraction = (writes % shards) as f64 / shards as f64;
            let rest = 1.0 - fraction;
            turns.variance += probability * (rest * low * low + fraction * high * high);
            turns.third += probability * (rest * low * low * low + fraction * high * high * high);
            writes += 1;
            probability *= each / writes as f64;
        }
        turns
    }

    /// The maximum number of writes that a shard receives from `writers`, except with a probability of `target`.
    const fn peak(&self, writers: f64, target: f64) -> f64 {
        let z = -inverse_normal(target);
        let skew = if self.third > 0.0 && z > 1.0 { self.third / self.variance * (z * z - 1.0) / 6.0 } else { 0.0 };
        writers * self.mean + z * sqrt(writers * self.variance) + skew
    }
}
