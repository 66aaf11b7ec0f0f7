//! The latency of a fan-out by formula.

use std::time::Duration;

use keywright_local::{Error, Latency};

/// The steps of a bisection: precise to 1e-15 for a share, and to a nanosecond for a latency.
const STEPS: usize = 50;

/// The upper bound of the search for a latency.
const LONGEST: Duration = Duration::from_secs(10);

/// Returns the latency that the slowest of this many independent lanes does not exceed with this probability.
///
/// # Errors
///
/// If the probability is not between 0 and 1.
pub fn slowest(latency: &Latency, lanes: usize, probability: f64) -> Result<Duration, Error> {
    latency.quantile(of_a_lane(lanes, probability))
}

/// Returns the latency of the slowest of these lanes with hedged reads. A lane is read a second time if it takes longer
/// than all but a share of the reads, and the first answer counts: `P(lane > t) = P(X > t) P(X > t - late)`.
///
/// # Errors
///
/// If the probability or the share is not between 0 and 1.
pub fn slowest_hedged(latency: &Latency, lanes: usize, probability: f64, share: f64) -> Result<Duration, Error> {
    let late = latency.quantile(1.0 - share)?;
    let allowed = 1.0 - of_a_lane(lanes, probability);
    let (mut low, mut high) = (Duration::ZERO, LONGEST);
    for _ in 0..STEPS {
        let middle = (low + high) / 2;
        let second = match middle.checked_sub(late) {
            Some(left) => exceeding(latency, left)?,
            None => 1.0,
        };
        if exceeding(latency, middle)? * second > allowed {
            low = middle;
        } else {
            high = middle;
        }
    }
    Ok(high)
}

/// Returns the probability that each lane needs, so that all lanes together have this one.
fn of_a_lane(lanes: usize, probability: f64) -> f64 {
    probability.powf(1.0 / lanes as f64)
}

/// Returns the share of the answers that take longer.
fn exceeding(latency: &Latency, time: Duration) -> Result<f64, Error> {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..STEPS {
        let middle = (low + high) / 2.0;
        if latency.quantile(middle)? <= time {
            low = middle;
        } else {
            high = middle;
        }
    }
    Ok(1.0 - low)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(time: Duration, ms: f64) {
        assert!((time.as_secs_f64() * 1e3 - ms).abs() < 0.01, "{time:?} is not {ms} ms");
    }

    #[test]
    fn exponential_latency_matches_the_closed_form() {
        let latency = Latency::exponential(Duration::from_millis(10));
        near(slowest(&latency, 1, 0.99).unwrap(), 46.052);
        near(slowest(&latency, 10, 0.99).unwrap(), -10.0 * (1.0 - 0.99_f64.powf(0.1)).ln());
        // exp(-t / 10) exp(-(t - late) / 10) = 0.01 with late = 10 ln 20.
        near(slowest_hedged(&latency, 1, 0.99, 0.05).unwrap(), (10.0 * 100.0_f64.ln() + 10.0 * 20.0_f64.ln()) / 2.0);
    }

    #[test]
    fn hedging_a_constant_latency_changes_nothing() {
        let latency = Latency::constant(Duration::from_millis(7));
        near(slowest_hedged(&latency, 200, 0.99, 0.05).unwrap(), 7.0);
    }
}
