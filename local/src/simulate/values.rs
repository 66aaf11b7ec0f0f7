//! The values of a field under a load.

use crate::Error;
use crate::random::Random;

/// The maximum number of values with different popularities.
const MAX_SKEWED_VALUES: u64 = 1_000_000;

/// The number of values of a field under a load, and their popularity. The most popular one has number 0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Values(Kind);

#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    Unique,
    Even { count: u64 },
    Zipf { count: u64, exponent: f64 },
}

impl Values {
    /// Gives every item its own value, as with ids.
    #[must_use]
    pub const fn unique() -> Self {
        Self(Kind::Unique)
    }

    /// Makes this number of values, all equally popular. 0 counts as 1.
    #[must_use]
    pub const fn even(count: u64) -> Self {
        Self(Kind::Even { count: if count == 0 { 1 } else { count } })
    }

    /// Makes this number of values, of which the n-th is as popular as `1 / n^exponent`: Zipf's law. 0.8 to 1 is usual;
    /// 0 is [`even`](Self::even).
    ///
    /// # Errors
    ///
    /// If `exponent` is negative or not finite, or `count` is 0 or above 1,000,000.
    pub fn zipf(count: u64, exponent: f64) -> Result<Self, Error> {
        if !(exponent.is_finite() && exponent >= 0.0) {
            let reason = format_args!("{exponent} is not an exponent of Zipf's law");
            return Err(Error::fault(reason, "give a finite number, 0 or more"));
        }
        if !(1..=MAX_SKEWED_VALUES).contains(&count) {
            let reason = format_args!("{count} is not a valid number of values with skewed popularity");
            return Err(Error::fault(reason, "give 1 to 1,000,000"));
        }
        Ok(Self(Kind::Zipf { count, exponent }))
    }

    pub(super) fn sampler(self) -> Sampler {
        match self.0 {
            Kind::Unique => Sampler::Unique,
            Kind::Even { count } => Sampler::Even(count),
            Kind::Zipf { count, exponent } => {
                let mut sum = 0.0;
                let sums = (1..=count).map(|rank| {
                    sum += libm::pow(rank as f64, -exponent);
                    sum
                });
                Sampler::Skewed(sums.collect())
            }
        }
    }
}

/// Draws the numbers of values.
#[derive(Debug)]
pub(super) enum Sampler {
    Unique,
    Even(u64),
    /// The cumulative popularities.
    Skewed(Vec<f64>),
}

impl Sampler {
    /// Returns the share of the most popular value.
    pub(super) fn top_share(&self) -> f64 {
        match self {
            Self::Unique => 0.0,
            Self::Even(count) => 1.0 / *count as f64,
            Self::Skewed(sums) => match (sums.first(), sums.last()) {
                (Some(first), Some(last)) => first / last,
                _ => 0.0,
            },
        }
    }

    /// Draws the number of a value. `item` is the number of the item.
    pub(super) fn draw(&self, random: &mut Random, item: u64) -> u64 {
        match self {
            Self::Unique => item,
            Self::Even(count) => random.below(*count),
            Self::Skewed(sums) => {
                let at = random.uniform() * sums.last().copied().unwrap_or_default();
                sums.partition_point(|sum| *sum <= at).min(sums.len().saturating_sub(1)) as u64
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zipf_draws_are_proportional_to_inverse_rank() {
        let sampler = Values::zipf(4, 1.0).unwrap().sampler();
        let mut random = Random::new(1);
        let mut counts = [0_u32; 4];
        for _ in 0..25_000 {
            counts[sampler.draw(&mut random, 0) as usize] += 1;
        }
        // 1, 1/2, 1/3 and 1/4 of 25/12; five standard deviations.
        for (count, expected) in counts.into_iter().zip([12_000_u32, 6_000, 4_000, 3_000]) {
            assert!(count.abs_diff(expected) < 400, "{counts:?}");
        }
    }

    #[test]
    fn invalid_zipf_parameters_are_rejected() {
        for (count, exponent) in [(0, 1.0), (1_000_001, 1.0), (10, -0.1), (10, f64::NAN), (10, f64::INFINITY)] {
            let error = Values::zipf(count, exponent).unwrap_err().to_string();
            assert!(error.contains("; give"), "{error}");
        }
    }

    #[test]
    fn unique_values_are_the_item_numbers() {
        let sampler = Values::unique().sampler();
        assert_eq!(sampler.draw(&mut Random::new(1), 77), 77);
        assert_eq!(Values::even(0).sampler().draw(&mut Random::new(1), 77), 0);
    }
}
