//! A token bucket.

use std::time::Duration;

/// A token bucket. Units are added at a rate, up to a depth. A request takes its units in full if any are left.
#[derive(Debug, Clone)]
pub(super) struct Bucket {
    /// Units per second.
    rate: f64,
    depth: f64,
    tokens: f64,
    refilled: Duration,
}

impl Bucket {
    /// Makes a bucket whose capacity is what flows in during `depth`, filled with what flows in during `start`.
    pub(super) fn new(rate: u64, depth: Duration, start: Duration, now: Duration) -> Self {
        let rate = rate as f64;
        let held = |time: Duration| rate * time.as_secs_f64();
        Self { rate, depth: held(depth), tokens: held(start.min(depth)), refilled: now }
    }

    /// Returns whether anything is left.
    pub(super) fn is_open(&mut self, now: Duration) -> bool {
        self.refill(now);
        self.tokens > 0.0
    }

    /// Takes units out. The bucket can become negative.
    pub(super) fn take(&mut self, units: f64) {
        self.tokens -= units;
    }

    /// Returns units that were not needed.
    pub(super) fn return_units(&mut self, units: f64) {
        self.tokens = (self.tokens + units).min(self.depth);
    }

    /// Changes the rate and the depth. Units beyond the new depth are lost.
    pub(super) fn change(&mut self, rate: u64, depth: Duration, now: Duration) {
        self.refill(now);
        let changed = Self::new(rate, depth, Duration::ZERO, now);
        *self = Self { tokens: self.tokens.min(changed.depth), ..changed };
    }

    fn refill(&mut self, now: Duration) {
        let since = now.saturating_sub(self.refilled).as_secs_f64();
        self.tokens = (self.tokens + since * self.rate).min(self.depth);
        self.refilled = self.refilled.max(now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_bucket_grants_its_rate_and_at_most_its_depth() {
        let mut bucket = Bucket::new(1_000, SECOND, SECOND, Duration::ZERO);
        for second in [0, 1, 2, 60] {
            let now = Duration::from_secs(second);
            let taken = (0..5_000).filter(|_| bucket.is_open(now).then(|| bucket.take(1.0)).is_some()).count();
            assert_eq!(taken, 1_000, "second {second}");
        }
    }

    #[test]
    fn a_bucket_opens_again_once_its_debt_is_refilled() {
        let mut bucket = Bucket::new(1_000, SECOND, SECOND, Duration::ZERO);
        bucket.take(3_000.0);
        assert!(!bucket.is_open(2 * SECOND));
        assert!(bucket.is_open(2 * SECOND + Duration::from_millis(1)));
        bucket.return_units(9_000.0);
        assert_eq!(bucket.tokens, 1_000.0);
    }

    #[test]
    fn a_changed_rate_applies_from_that_moment() {
        let mut bucket = Bucket::new(10, 300 * SECOND, SECOND, Duration::ZERO);
        bucket.change(20, 300 * SECOND, 2 * SECOND);
        assert!(bucket.is_open(3 * SECOND));
        assert_eq!(bucket.tokens, 10.0 + 20.0 + 20.0);
        bucket.change(1, SECOND, 3 * SECOND);
        assert_eq!(bucket.tokens, 1.0);
    }
}
