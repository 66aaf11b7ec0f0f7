//! The Poisson distribution of the number of independent writes to one shard in one second.
//!
//! Sums are exact and computed by recurrence, each from its largest term outwards, so that a tail of 1e-300 has as many
//! correct digits as one of 0.5. The work grows with the square root of `mean`.

use super::math::{exp, ln, sqrt};

const STIRLING_FROM: u64 = 16;

/// Returns the probability of exactly `count` events if `mean` are expected.
///
/// Uses Loader's saddle-point form (2000): about 14 digits near the mean, 12 far from it.
#[must_use]
pub const fn pmf(count: u64, mean: f64) -> f64 {
    if mean <= 0.0 {
        return if count == 0 { 1.0 } else { 0.0 };
    }
    if mean == f64::INFINITY {
        return 0.0;
    }
    if count < STIRLING_FROM {
        return small_pmf(count, mean);
    }
    let n = count as f64;
    exp(-stirling_error(n) - deviance(n, mean)) / sqrt(core::f64::consts::TAU * n)
}

/// The probability of exactly `count` of `all` events if `mean` of `all` are expected: a binomial probability.
///
/// Equal to `pmf(count, mean) * pmf(all - count, all - mean) / pmf(all, all)`, with one exponential.
pub(crate) const fn pmf_of_sum(count: u64, all: u64, mean: f64) -> f64 {
    let rest = all - count;
    if count < STIRLING_FROM || rest < STIRLING_FROM || mean <= 0.0 {
        return pmf(count, mean) * pmf(rest, all as f64 - mean) / pmf(all, all as f64);
    }
    let (n, m, sum) = (count as f64, rest as f64, all as f64);
    let power =
        stirling_error(sum) - stirling_error(n) - stirling_error(m) - deviance(n, mean) - deviance(m, sum - mean);
    exp(power) * sqrt(sum / (core::f64::consts::TAU * n * m))
}

/// Returns the probability of at most `count` events if `mean` are expected.
#[must_use]
pub const fn cdf(count: u64, mean: f64) -> f64 {
    if mean < count as f64 + 1.0 { 1.0 - sum_above(count, mean) } else { sum_to(count, mean) }
}

/// Returns the probability of more than `count` events if `mean` are expected.
#[must_use]
pub const fn upper_tail(count: u64, mean: f64) -> f64 {
    if mean < count as f64 + 1.0 { sum_above(count, mean) } else { 1.0 - sum_to(count, mean) }
}

/// The sum of all terms above `count`, for a mean below them.
const fn sum_above(count: u64, mean: f64) -> f64 {
    let first = count.saturating_add(1);
    let mut at = first as f64;
    let mut term = pmf(first, mean);
    let mut sum = term;
    loop {
        at += 1.0;
        term *= mean / at;
        let next = sum + term;
        if next == sum || next.is_nan() {
            return next;
        }
        sum = next;
    }
}

/// The sum of all terms up to `count`, for a mean above them.
const fn sum_to(count: u64, mean: f64) -> f64 {
    let mut at = count as f64;
    let mut term = pmf(count, mean);
    let mut sum = term;
    while at > 0.0 {
        term *= at / mean;
        let next = sum + term;
        if next == sum || next.is_nan() {
            return next;
        }
        sum = next;
        at -= 1.0;
    }
    sum
}

const fn small_pmf(count: u64, mean: f64) -> f64 {
    // Multiplied in two halves: `exp(-mean)` may lose digits to underflow although the product does not.
    let half = exp(-0.5 * mean);
    let mut term = half;
    let mut at = 1;
    while at <= count {
        term *= mean / at as f64;
        at += 1;
    }
    term * half
}

/// `ln(n!)` minus Stirling's `ln(sqrt(2 pi n) (n / e)^n)`.
const fn stirling_error(n: f64) -> f64 {
    let square = n * n;
    (1.0 / 12.0 - (1.0 / 360.0 - (1.0 / 1_260.0 - (1.0 / 1_680.0 - 1.0 / 1_188.0 / square) / square) / square) / square)
        / n
}

/// `n ln(n / mean) + mean - n` without cancellation near the mean.
const fn deviance(n: f64, mean: f64) -> f64 {
    let gap = n - mean;
    let ratio = gap / (n + mean);
    if ratio < -0.5 || ratio > 0.5 || ratio.is_nan() {
        return n * ln(n / mean) - gap;
    }
    let square = ratio * ratio;
    let mut power = 2.0 * n * ratio;
    let mut sum = gap * ratio;
    let mut divisor = 3.0;
    loop {
        power *= square;
        let next = sum + power / divisor;
        if next == sum {
            return sum;
        }
        sum = next;
        divisor += 2.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Computes the probability from `ln(n!)` as a plain sum, which is simple and precise enough for a comparison.
    fn plain_pmf(count: u64, mean: f64) -> f64 {
        let ln_factorial: f64 = (1..=count).map(|n| (n as f64).ln()).sum();
        (count as f64 * mean.ln() - mean - ln_factorial).exp()
    }

    fn close(ours: f64, theirs: f64, precision: f64) -> bool {
        (ours - theirs).abs() <= precision * theirs.abs()
    }

    #[test]
    fn values_match_a_reference_of_fifty_digits() {
        let computed = include!("poisson/reference.rs");
        for (count, mean, pmf_value, cdf_value, tail_value) in computed {
            assert!(close(pmf(count, mean), pmf_value, 1e-13), "pmf {count} {mean}");
            assert!(close(cdf(count, mean), cdf_value, 2e-13), "cdf {count} {mean}");
            assert!(close(upper_tail(count, mean), tail_value, 2e-13), "tail {count} {mean}");
        }
    }

    #[test]
    fn tiny_probabilities_keep_their_precision() {
        assert!(close(pmf(12, 724.15), 1.390_773_432_396_797_3e-289, 1e-12));
    }

    #[test]
    fn extreme_means_have_certain_outcomes() {
        assert_eq!(pmf(0, 0.0), 1.0);
        assert_eq!(pmf(3, 0.0), 0.0);
        assert_eq!(upper_tail(0, 0.0), 0.0);
        assert_eq!(cdf(1_000, f64::INFINITY), 0.0);
        assert_eq!(upper_tail(1_000, f64::INFINITY), 1.0);
        assert_eq!(cdf(5, 1e9), 0.0);
        assert!(upper_tail(1_000, f64::NAN).is_nan());
    }

    proptest! {
        #[test]
        fn terms_match_the_plain_formula(count in 0u64..1_100, mean in 0.001f64..1_500.0) {
            let plain = plain_pmf(count, mean);
            prop_assume!(plain > 1e-290);
            prop_assert!(close(pmf(count, mean), plain, 5e-11));
        }

        #[test]
        fn cdf_and_upper_tail_sum_to_one(count in 0u64..1_100, mean in 0.001f64..1_500.0) {
            let sum = cdf(count, mean) + upper_tail(count, mean);
            prop_assert!((sum - 1.0).abs() < 1e-13);
        }

        #[test]
        fn the_tail_rises_with_the_mean(count in 0u64..1_000, mean in 0.01f64..900.0) {
            prop_assert!(upper_tail(count, mean) <= upper_tail(count, mean * 1.01));
        }
    }
}
