//! Computes the fewest shards for writes of several sizes.

use super::{MAX_COUNT, NO_COUNT_WILL_DO};
use crate::physics::limits::PARTITION_WRITE_UNITS;
use crate::physics::math::{exp, exp_m1, ln, ln_1p, sqrt};
use crate::physics::normal::inverse_normal;

/// The writes of one size.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct WriteClass {
    /// Writes per second.
    pub writes_per_second: f64,
    /// Write units of each write.
    pub units: u64,
}

impl WriteClass {
    /// Creates a class of writes of `units` write units each.
    #[must_use]
    pub const fn new(writes_per_second: f64, units: u64) -> Self {
        Self { writes_per_second, units }
    }
}

/// Returns the fewest shards for random writes of several sizes, so that a shard is overloaded in any second with a
/// probability of at most `target`. At least 1.
///
/// The search starts at `R/N + z sqrt(R/N E[w^2]/E[w]) <= 1000`, with R the units per second and w the units of a
/// write, and decides by the exact distribution of the units of one second (compound Poisson, by Panjer's recursion).
/// For one size the result is that of [`shards_for`](super::shards_for).
///
/// [`NO_COUNT_WILL_DO`] if a write is heavier than 1,000 units, if `target` or a rate is NaN, and if more than 2^40
/// shards would be needed.
#[must_use]
pub const fn shards_for_mix(classes: &[WriteClass], target: f64) -> u64 {
    if target >= 1.0 {
        return 1;
    }
    let mut units = 0.0;
    let mut at = 0;
    while at < classes.len() {
        let WriteClass { writes_per_second: writes, units: each } = classes[at];
        if writes < 0.0 || !writes.is_finite() || writes > 0.0 && each > PARTITION_WRITE_UNITS {
            return NO_COUNT_WILL_DO;
        }
        units += writes * weight(each) as f64;
        at += 1;
    }
    if units == 0.0 {
        return 1;
    }
    if target.is_nan() || target <= 0.0 {
        return NO_COUNT_WILL_DO;
    }
    let mut too_few = 0;
    let mut enough = MAX_COUNT + 1;
    let mut shards = normal_start(classes, units, target);
    let mut step = 1_u64;
    while enough - too_few > 1 {
        if overload_probability_of_mix(classes, shards) <= target {
            enough = shards;
        } else {
            too_few = shards;
        }
        // Takes growing steps until the result is between two counts, then bisects.
        shards = if enough > MAX_COUNT && step < enough - too_few {
            too_few + step
        } else if too_few == 0 && step < enough {
            enough - step
        } else {
            too_few + (enough - too_few) / 2
        };
        step = step.saturating_mul(2);
    }
    if enough > MAX_COUNT { NO_COUNT_WILL_DO } else { enough }
}

/// Returns the probability that in any one second some shard receives more than its 1,000 units.
///
/// 1 for a load on no shards.
#[must_use]
pub const fn overload_probability_of_mix(classes: &[WriteClass], shards: u64) -> f64 {
    let tail = Second::of(classes, shards).over();
    if tail >= 1.0 { 1.0 } else { -exp_m1(shards as f64 * ln_1p(-tail)) }
}

/// The units of one write: at least one.
const fn weight(units: u64) -> u64 {
    if units == 0 { 1 } else { units }
}

/// The result of the formula, which is too small for heavy writes.
const fn normal_start(classes: &[WriteClass], units: f64, target: f64) -> u64 {
    let mut squares = 0.0;
    let mut at = 0;
    while at < classes.len() {
        let each = weight(classes[at].units) as f64;
        squares += classes[at].writes_per_second * each * each;
        at += 1;
    }
    let mut shards = units / PARTITION_WRITE_UNITS as f64;
    let mut step = 0;
    while step < 3 {
        let z = -inverse_normal(if shards > 1.0 { target / shards } else { target }) * sqrt(squares / units);
        let root = (sqrt(z * z + 4.0 * PARTITION_WRITE_UNITS as f64) - z) / 2.0;
        shards = units / (root * root);
        step += 1;
    }
    let whole = super::whole(shards);
    if whole > MAX_COUNT { MAX_COUNT } else { whole }
}

/// The distribution of the units that one shard receives in a second.
struct Second<'a> {
    classes: &'a [WriteClass],
    shards: f64,
    /// The expected number of writes and units.
    writes: f64,
    units: f64,
}

/// The number of terms that are kept: more than the units of any class.
const RING: usize = 1_024;

/// Terms are kept below this by a separate common factor, because the first one may be as small as `exp(-1000)`.
const LARGE: f64 = 1e200;

impl<'a> Second<'a> {
    const fn of(classes: &'a [WriteClass], shards: u64) -> Self {
        let mut second = Self { classes, shards: shards as f64, writes: 0.0, units: 0.0 };
        let mut at = 0;
        while at < classes.len() {
            let writes = classes[at].writes_per_second / second.shards;
            second.writes += writes;
            second.units += writes * weight(classes[at].units) as f64;
            at += 1;
        }
        second
    }

    /// The probability of more than 1,000 units: `n P(n) = sum over classes of rate x w x P(n - w)`.
    const fn over(&self) -> f64 {
        if self.writes == 0.0 {
            return 0.0;
        }
        // Above this, the probability of at most 1,000 units is negligible.
        if self.units.is_nan() || self.units > 20.0 * PARTITION_WRITE_UNITS as f64 {
            return 1.0;
        }
        let limit = PARTITION_WRITE_UNITS as usize;
        let mut terms = [0.0; RING];
        terms[0] = 1.0;
        let mut factor = -self.writes;
        let (mut below, mut above) = (1.0, 0.0);
        let mut count = 1;
        loop {
            let mut term = 0.0;
            let mut at = 0;
            while at < self.classes.len() {
                let WriteClass { writes_per_second, units } = self.classes[at];
                let heavy = weight(units) as usize;
                if heavy <= count && heavy < RING {
                    term += writes_per_second / self.shards * heavy as f64 * terms[(count - heavy) % RING];
                }
                at += 1;
            }
            term /= count as f64;
            terms[count % RING] = term;
            if count <= limit {
                below += term;
            } else {
                above += term;
            }
            if term > LARGE {
                scale(&mut terms);
                below /= LARGE;
                above /= LARGE;
                factor += ln(LARGE);
            }
            if count == limit && self.units > limit as f64 {
                return 1.0 - below * exp(factor);
            }
            // A term between two sizes may be 0, so the sum ends only after a whole ring of small terms.
            if count > 2 * limit && count % RING == 0 && is_spent(&terms, above) {
                return above * exp(factor);
            }
            count += 1;
        }
    }
}

const fn scale(terms: &mut [f64; RING]) {
    let mut at = 0;
    while at < RING {
        terms[at] /= LARGE;
        at += 1;
    }
}

const fn is_spent(terms: &[f64; RING], sum: f64) -> bool {
    let mut at = 0;
    while at < RING {
        if terms[at] > sum * 1e-18 {
            return false;
        }
        at += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::physics::shards::{overload_probability, shards_for};

    fn mix<const N: usize>(classes: [(f64, u64); N]) -> [WriteClass; N] {
        classes.map(|(writes_per_second, units)| WriteClass { writes_per_second, units })
    }

    #[test]
    fn a_mix_of_one_size_equals_the_plan_of_that_size() {
        for (units, weight, target) in [
            (50_000, 1, 1e-6),
            (50_000, 10, 1e-6),
            (50_000, 50, 1e-9),
            (5_000, 20, 1e-3),
            (100, 1, 1e-6),
            (5_000, 100, 1e-6),
        ] {
            let classes = mix([((units / weight) as f64, weight)]);
            assert_eq!(
                shards_for_mix(&classes, target),
                shards_for(units / weight, weight, target),
                "{units} of {weight}"
            );
            for shards in [1, 5, 60, 239] {
                let (ours, exact) = (
                    overload_probability_of_mix(&classes, shards),
                    overload_probability((units / weight) as f64, weight, shards),
                );
                assert!(
                    (ours - exact).abs() <= 1e-9 * exact + 1e-250,
                    "{units} of {weight} on {shards}: {ours:e}, {exact:e}"
                );
            }
        }
    }

    #[test]
    fn sizes_of_one_weight_add_up() {
        let together = mix([(20_000.0, 1), (30_000.0, 1), (0.0, 5_000)]);
        assert_eq!(shards_for_mix(&together, 1e-6), 60);
    }

    /// A mixture is between its parts, and a few heavy writes have more effect than their units suggest.
    #[test]
    fn a_few_heavy_writes_need_more_shards() {
        let light = shards_for_mix(&mix([(50_000.0, 1)]), 1e-6);
        let mixed = shards_for_mix(&mix([(40_000.0, 1), (200.0, 50)]), 1e-6);
        let heavy = shards_for_mix(&mix([(1_000.0, 50)]), 1e-6);
        assert_eq!((light, heavy), (60, 239));
        assert!(light < mixed && mixed < heavy, "{mixed}");
        assert!(overload_probability_of_mix(&mix([(40_000.0, 1), (200.0, 50)]), mixed) <= 1e-6);
        assert!(overload_probability_of_mix(&mix([(40_000.0, 1), (200.0, 50)]), mixed - 1) > 1e-6);
    }

    /// Compares the search with the published formula where the formula is valid.
    #[test]
    fn the_search_starts_from_the_formula() {
        for classes in [mix([(40_000.0, 1), (2_500.0, 4)]), mix([(10_000.0, 2), (500.0, 10)])] {
            let units: f64 = classes.iter().map(|class| class.writes_per_second * class.units as f64).sum();
            let squares: f64 =
                classes.iter().map(|class| class.writes_per_second * (class.units * class.units) as f64).sum();
            let fits = |shards: u64| {
                let each = units / shards as f64;
                each - inverse_normal(1e-6 / shards as f64) * (each * squares / units).sqrt() <= 1_000.0
            };
            let start = normal_start(&classes, units, 1e-6);
            assert!(fits(start) && !fits(start - 1), "{start}");
            let exact = shards_for_mix(&classes, 1e-6);
            assert!(exact >= start && exact <= start + start / 20 + 1, "{start}, exact {exact}");
        }
    }

    #[test]
    fn unservable_mixes_have_no_shard_count() {
        assert_eq!(shards_for_mix(&[], 1e-6), 1);
        assert_eq!(shards_for_mix(&mix([(1.0, 1_001)]), 1e-6), NO_COUNT_WILL_DO);
        for writes in [-1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(shards_for_mix(&mix([(writes, 1)]), 1e-6), NO_COUNT_WILL_DO);
        }
        assert_eq!(shards_for_mix(&mix([(10.0, 1)]), 0.0), NO_COUNT_WILL_DO);
        assert_eq!(shards_for_mix(&mix([(10.0, 0)]), 1.0), 1);
        assert_eq!(overload_probability_of_mix(&mix([(10.0, 1)]), 0), 1.0);
        assert!(shards_for_mix(&mix([(1e12, 1), (1e9, 400)]), 1e-6) > 1_000_000_000);
    }

    const PLANNED: u64 = shards_for_mix(
        &[WriteClass { writes_per_second: 4_000.0, units: 1 }, WriteClass { writes_per_second: 100.0, units: 10 }],
        1e-6,
    );

    #[test]
    fn constant_evaluation_matches_run_time() {
        assert_eq!(PLANNED, shards_for_mix(&mix([(std::hint::black_box(4_000.0), 1), (100.0, 10)]), 1e-6));
    }
}
