//! Exponential backoff: the number of requests, and the longest wait before each retry.

use std::time::Duration;

/// The retry schedule of a request.
///
/// The longest wait doubles with each retry, from `base` up to `cap`. The caller draws the actual wait, a random time
/// of at most that ("full jitter").
///
/// Source: [Exponential Backoff And Jitter](https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/).
#[derive(Debug, Clone, Copy)]
pub(crate) struct Backoff {
    /// The longest wait before the first retry.
    pub(crate) base: Duration,
    /// The longest wait before any retry.
    pub(crate) cap: Duration,
    /// The maximum number of requests, including the first one.
    pub(crate) requests: u32,
}

impl Backoff {
    /// For throttled requests: up to 10 requests, with waits of at most 50 ms, 100 ms, 200 ms and so on up to 5 s. The
    /// waits add up to about 8 s on average.
    pub(crate) const THROTTLED: Self =
        Self { base: Duration::from_millis(50), cap: Duration::from_secs(5), requests: 10 };

    /// For requests that exceed the limit of a key range. The first wait is shorter than for other limits, because a
    /// partition regains a unit each millisecond.
    pub(crate) const KEY_RANGE: Self = Self { base: Duration::from_millis(10), ..Self::THROTTLED };

    /// For throttled background work, which no caller waits for. The waits add up to about 4 minutes on average.
    #[cfg(feature = "client")]
    pub(crate) const BACKGROUND: Self = Self { requests: 100, ..Self::THROTTLED };

    /// For transient failures. Capacity is not exceeded, so the first wait is the one that the AWS SDK sets for
    /// DynamoDB (25 ms, in the `config` of `aws-sdk-dynamodb`). Waits of at most 25 ms, 50 ms, 100 ms and so on up to 1
    /// s.
    #[cfg(feature = "client")]
    pub(crate) const TRANSIENT: Self =
        Self { base: Duration::from_millis(25), cap: Duration::from_secs(1), requests: 3 };

    /// This schedule with another number of requests.
    #[cfg(feature = "client")]
    pub(crate) const fn with_requests(self, requests: u32) -> Self {
        Self { requests, ..self }
    }

    /// The longest wait before a retry. Retries are counted from 0.
    pub(crate) fn longest(&self, repetition: u32) -> Duration {
        let doubled = 2_u32.checked_pow(repetition).and_then(|times| self.base.checked_mul(times));
        doubled.map_or(self.cap, |longest| longest.min(self.cap))
    }

    /// The longest total of all waits.
    #[cfg(feature = "client")]
    pub(crate) fn longest_total(&self) -> Duration {
        let waits = self.requests.saturating_sub(1);
        (0..waits).map(|repetition| self.longest(repetition)).fold(Duration::ZERO, Duration::saturating_add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_the_cap() {
        let backoff = Backoff { base: Duration::from_millis(50), cap: Duration::from_secs(1), requests: 9 };
        let longest: Vec<u128> = (0..7).map(|at| backoff.longest(at).as_millis()).collect();
        assert_eq!(longest, [50, 100, 200, 400, 800, 1_000, 1_000]);
        assert_eq!(backoff.longest(u32::MAX), backoff.cap);
    }

    #[cfg(feature = "client")]
    #[test]
    fn all_waits_together_are_as_long_as_the_guide_says() {
        assert_eq!(Backoff::THROTTLED.longest_total(), Duration::from_millis(16_350));
        assert_eq!(Backoff::KEY_RANGE.longest_total(), Duration::from_millis(5_110));
        assert_eq!(Backoff::TRANSIENT.longest_total(), Duration::from_millis(75));
        assert_eq!(Backoff::BACKGROUND.longest_total().as_secs(), 466);
        assert_eq!(Backoff::THROTTLED.with_requests(1).longest_total(), Duration::ZERO);
    }
}
