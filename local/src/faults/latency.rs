//! Latency distributions.

use std::f64::consts::{SQRT_2, TAU};
use std::time::Duration;

use super::draws::Draws;
use crate::Error;

/// The time that an answer takes, as a random variable.
///
/// The time elapses on tokio's timer, between the engine's answer and its arrival at the client: the request is carried
/// out before, even if the client stops waiting for the answer. The timer works in whole milliseconds and rounds up. It
/// needs a tokio runtime with time enabled, like the SDK's own time-outs, and elapses instantly under a paused clock
/// (see [`Builder::answer_inline`](crate::Builder::answer_inline)).
///
/// A sum of two random latencies needs no distribution of its own: the latencies of several rules that apply to one
/// request are added up.
///
/// ```
/// use std::time::Duration;
/// use keywright_local::Latency;
///
/// # fn main() -> Result<(), keywright_local::Error> {
/// let usual = Latency::log_normal(Duration::from_millis(5), 0.3)?;
/// let rare = Latency::exponential(Duration::from_millis(50)).shifted(Duration::from_millis(5));
/// let latency = Latency::mixture([(0.99, usual), (0.01, rare)])?;
/// assert_eq!(latency.quantile(0.5)?.as_millis(), 5);
/// assert_eq!(latency.quantile(0.999)?.as_millis(), 120);
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Latency {
    shape: Shape,
}

/// The distribution. All times are in seconds.
#[derive(Debug, Clone, PartialEq)]
enum Shape {
    Constant(f64),
    Uniform { low: f64, high: f64 },
    Exponential { mean: f64 },
    LogNormal { median: f64, sigma: f64 },
    Mixture(Vec<Part>),
    Shifted { by: f64, latency: Box<Latency> },
}

#[derive(Debug, Clone, PartialEq)]
struct Part {
    share: f64,
    latency: Latency,
}

impl Latency {
    /// Makes a constant latency.
    #[must_use]
    pub fn constant(latency: Duration) -> Self {
        Shape::Constant(latency.as_secs_f64()).into()
    }

    /// Makes a latency that is uniform between the two bounds, given in any order.
    #[must_use]
    pub fn uniform(one: Duration, other: Duration) -> Self {
        let (low, high) = (one.min(other), one.max(other));
        Shape::Uniform { low: low.as_secs_f64(), high: high.as_secs_f64() }.into()
    }

    /// Makes an exponential latency with this mean: a memoryless wait, whose p99 is 4.6 times the mean.
    #[must_use]
    pub fn exponential(mean: Duration) -> Self {
        Shape::Exponential { mean: mean.as_secs_f64() }.into()
    }

    /// Makes a log-normal latency: its logarithm is normal with the standard deviation `sigma` around that of the
    /// median. The p99 is `exp(2.326 * sigma)` times the median.
    ///
    /// # Errors
    ///
    /// If `sigma` is negative or not finite.
    pub fn log_normal(median: Duration, sigma: f64) -> Result<Self, Error> {
        if !(sigma.is_finite() && sigma >= 0.0) {
            return Err(Error::fault(
                format_args!("{sigma} is not a standard deviation of a log-normal latency"),
                "give a finite number, 0 or more",
            ));
        }
        Ok(Shape::LogNormal { median: median.as_secs_f64(), sigma }.into())
    }

    /// Makes a mixture of latencies, one of which is chosen by weight. The weights do not have to add up to 1: each
    /// latency has the share of its weight in their sum.
    ///
    /// # Errors
    ///
    /// If there is no part, if a weight is not a finite number above 0, or if their sum is not finite.
    pub fn mixture(parts: impl IntoIterator<Item = (f64, Latency)>) -> Result<Self, Error> {
        let parts: Vec<(f64, Latency)> = parts.into_iter().collect();
        if parts.is_empty() {
            return Err(Error::fault("a mixture of latencies has no part", "give at least one"));
        }
        if let Some((weight, _)) = parts.iter().find(|(weight, _)| !(weight.is_finite() && *weight > 0.0)) {
            return Err(Error::fault(
                format_args!("{weight} is not a weight of a latency in a mixture"),
                "give a finite number above 0",
            ));
        }
        let sum: f64 = parts.iter().map(|(weight, _)| weight).sum();
        if !sum.is_finite() {
            return Err(Error::fault("the sum of the weights of a mixture is not finite", "give smaller ones"));
        }
        let parts = parts.into_iter().map(|(weight, latency)| Part { share: weight / sum, latency });
        Ok(Shape::Mixture(parts.collect()).into())
    }

    /// Adds a constant to this latency.
    #[must_use]
    pub fn shifted(self, by: Duration) -> Self {
        Shape::Shifted { by: by.as_secs_f64(), latency: Box::new(self) }.into()
    }

    /// Makes the synthetic tail on which this project's numbers for fan-outs are based.
    ///
    /// 99 % of the answers are log-normal around a median of 4 ms (`sigma` 0.18), within the single-digit milliseconds
    /// that AWS mentions; 1 % take 4 ms plus an exponential wait with a mean of 18.5 ms. The parameters are fitted, not
    /// measured on AWS: the p99 of the slowest of 10, 50 and 200 independent lanes is 46.5, 76 and 102 ms, and 10, 11
    /// and 13 ms if each lane is hedged at its p95.
    #[must_use]
    pub fn one_percent_tail() -> Self {
        let part = |share, shape| Part { share, latency: Self { shape } };
        let wait = Self::exponential(Duration::from_micros(18_500));
        Shape::Mixture(vec![
            part(0.99, Shape::LogNormal { median: 0.004, sigma: 0.18 }),
            part(0.01, wait.shifted(Duration::from_millis(4)).shape),
        ])
        .into()
    }

    /// Returns the shortest latency that at least this share of the answers does not exceed, between 0 and 1:
    /// `quantile(0.99)` is the p99. The p99 of the slowest of `n` independent answers is `quantile(0.99_f64.powf(1.0 /
    /// n))`.
    ///
    /// It is resolved to the nanosecond, up to 584 years.
    ///
    /// # Errors
    ///
    /// If the share is below 0, above 1, or NaN.
    pub fn quantile(&self, share: f64) -> Result<Duration, Error> {
        if !(0.0..=1.0).contains(&share) {
            return Err(Error::fault(format_args!("{share} is not a share of all answers"), "give 0 to 1"));
        }
        let (mut low, mut high) = (0, u64::MAX);
        while low < high {
            let middle = low.midpoint(high);
            if self.share_up_to(middle as f64 * 1e-9) >= share {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        Ok(Duration::from_nanos(low))
    }

    pub(super) fn draw(&self, draws: &mut Draws) -> Duration {
        Duration::try_from_secs_f64(self.seconds(draws)).unwrap_or(Duration::MAX)
    }

    fn seconds(&self, draws: &mut Draws) -> f64 {
        match &self.shape {
            Shape::Constant(latency) => *latency,
            Shape::Uniform { low, high } => low + draws.uniform() * (high - low),
            Shape::Exponential { mean } => -mean * libm::log(draws.uniform()),
            Shape::LogNormal { median, sigma } => median * libm::exp(sigma * normal(draws)),
            Shape::Mixture(parts) => {
                let mut rest = draws.uniform();
                let picked = parts.iter().find(|part| {
                    rest -= part.share;
                    rest < 0.0
                });
                // Rounding may leave a remainder after the last part.
                picked.or(parts.last()).map_or(0.0, |part| part.latency.seconds(draws))
            }
            Shape::Shifted { by, latency } => by + latency.seconds(draws),
        }
    }

    /// Returns the share of the latencies up to a time: the cumulative distribution function.
    fn share_up_to(&self, time: f64) -> f64 {
        let step = |at: f64| if time >= at { 1.0 } else { 0.0 };
        match &self.shape {
            Shape::Constant(latency) => step(*latency),
            Shape::Uniform { low, high } if low == high => step(*low),
            Shape::Uniform { low, high } => ((time - low) / (high - low)).clamp(0.0, 1.0),
            Shape::Exponential { mean: 0.0 } => step(0.0),
            Shape::Exponential { mean } => -libm::expm1(-time.max(0.0) / mean),
            Shape::LogNormal { median, sigma } if *median == 0.0 || *sigma == 0.0 => step(*median),
            Shape::LogNormal { .. } if time <= 0.0 => 0.0,
            Shape::LogNormal { median, sigma } => 0.5 * libm::erfc(-libm::log(time / median) / (sigma * SQRT_2)),
            Shape::Mixture(parts) => parts.iter().map(|part| part.share * part.latency.share_up_to(time)).sum(),
            Shape::Shifted { by, latency } => latency.share_up_to(time - by),
        }
    }
}

impl From<Shape> for Latency {
    fn from(shape: Shape) -> Self {
        Self { shape }
    }
}

/// Draws a standard normal number, by the Box-Muller transform.
fn normal(draws: &mut Draws) -> f64 {
    libm::sqrt(-2.0 * libm::log(draws.uniform())) * libm::cos(TAU * draws.uniform())
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    fn sample(latency: &Latency, size: u64) -> Vec<Duration> {
        let mut sample: Vec<Duration> =
            (0..size).map(|number| latency.draw(&mut Draws::new(3, 0, &[], number))).collect();
        sample.sort();
        sample
    }

    #[test]
    fn a_sample_follows_the_distribution_function() {
        let rare = Latency::exponential(50 * MS).shifted(5 * MS);
        let shapes = [
            Latency::constant(4 * MS),
            Latency::uniform(9 * MS, 3 * MS),
            Latency::exponential(18 * MS),
            Latency::log_normal(4 * MS, 0.5).unwrap(),
            Latency::mixture([(3.0, Latency::constant(2 * MS)), (1.0, rare)]).unwrap(),
            Latency::one_percent_tail(),
        ];
        for latency in shapes {
            let sample = sample(&latency, 40_000);
            for share in [0.01, 0.1, 0.5, 0.74, 0.9, 0.99, 0.999] {
                let quantile = latency.quantile(share).unwrap();
                // Half a nanosecond of rounding matters where the distribution is discontinuous.
                let up_to = latency.share_up_to(quantile.as_secs_f64() + 1e-9);
                let below = latency.share_up_to(quantile.as_secs_f64() - 1e-9);
                let found = sample.partition_point(|drawn| *drawn <= quantile) as f64 / sample.len() as f64;
                let slack = 4.0 * (share * (1.0 - share) / sample.len() as f64).sqrt() + 1e-9;
                assert!(up_to >= share && below <= share, "{latency:?} p{share}: {below}..{up_to}");
                assert!((below - slack..=up_to + slack).contains(&found), "{latency:?} p{share}: {found}");
            }
        }
    }

    #[test]
    fn quantiles_match_closed_forms() {
        let ms = |latency: &Latency, share: f64| latency.quantile(share).unwrap().as_secs_f64() * 1e3;
        let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-4, "{a} is not {b}");
        near(ms(&Latency::exponential(10 * MS), 0.99), 46.051_7);
        near(ms(&Latency::log_normal(4 * MS, 0.5).unwrap(), 0.975), 4.0 * (1.959_963_985_f64 * 0.5).exp());
        near(ms(&Latency::uniform(2 * MS, 4 * MS), 0.25), 2.5);
        near(ms(&Latency::uniform(3 * MS, 3 * MS), 0.25), 3.0);
        near(ms(&Latency::constant(7 * MS).shifted(MS), 0.5), 8.0);
    }

    #[test]
    fn p99_of_the_slowest_lane_matches_the_published_figures() {
        let latency = Latency::one_percent_tail();
        for (lanes, expected) in [(10.0, 46.0), (50.0, 75.0), (200.0, 104.0)] {
            let p99 = latency.quantile(0.99_f64.powf(1.0 / lanes)).unwrap().as_secs_f64() * 1e3;
            assert!((p99 / expected - 1.0).abs() < 0.05, "{lanes} lanes: {p99} ms, not {expected}");
        }
    }

    #[test]
    fn p99_hedged_at_the_p95_matches_the_published_figures() {
        let latency = Latency::one_percent_tail();
        let p95 = latency.quantile(0.95).unwrap().as_secs_f64();
        let slower = |time: f64| 1.0 - latency.share_up_to(time);
        let hedged = |time: f64| 1.0 - slower(time) * slower(time - p95);
        for (lanes, expected) in [(10, 10.0), (50, 11.0), (200, 13.0)] {
            let p99 = (0..).map(|step| f64::from(step) * 1e-5).find(|time| hedged(*time).powi(lanes) >= 0.99);
            let p99 = p99.unwrap() * 1e3;
            assert!((p99 / expected - 1.0_f64).abs() < 0.05, "{lanes} lanes: {p99} ms, not {expected}");
        }
    }

    #[test]
    fn invalid_parameters_are_rejected_with_a_fix() {
        let constant = || Latency::constant(MS);
        let text = |latency: Result<Latency, Error>| latency.unwrap_err().to_string();
        for sigma in [f64::NAN, f64::INFINITY, -0.1] {
            assert!(text(Latency::log_normal(MS, sigma)).ends_with("; give a finite number, 0 or more"));
        }
        for weight in [f64::NAN, f64::INFINITY, 0.0, -1.0] {
            let error = text(Latency::mixture([(1.0, constant()), (weight, constant())]));
            assert!(error.contains(&format!("{weight} is not a weight")), "{error}");
        }
        assert!(text(Latency::mixture([])).contains("no part"));
        assert!(text(Latency::mixture([(f64::MAX, constant()), (f64::MAX, constant())])).contains("not finite"));
        for share in [f64::NAN, -0.1, 1.1] {
            assert!(constant().quantile(share).is_err(), "{share}");
        }
    }

    #[test]
    fn extreme_parameters_stay_within_a_duration() {
        let zero = Duration::ZERO;
        let extremes = [
            Latency::constant(Duration::MAX).shifted(Duration::MAX),
            Latency::exponential(Duration::MAX),
            Latency::exponential(zero),
            Latency::uniform(zero, Duration::MAX),
            Latency::log_normal(zero, f64::MAX).unwrap(),
            Latency::log_normal(Duration::MAX, f64::MAX).unwrap(),
            Latency::log_normal(MS, 0.0).unwrap(),
        ];
        for latency in extremes {
            let sample = sample(&latency, 100);
            assert!(sample[0] <= sample[99], "{latency:?}");
            for share in [0.0, 0.5, 1.0] {
                assert!(latency.quantile(share).is_ok(), "{latency:?}");
            }
        }
        assert_eq!(Latency::constant(Duration::MAX).quantile(0.5).unwrap(), Duration::from_nanos(u64::MAX));
    }
}
