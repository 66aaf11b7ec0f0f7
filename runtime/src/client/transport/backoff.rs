//! How long to wait before what DynamoDB left undone is asked again.

use std::time::Duration;

use crate::{item::random::random, throttling::Retry};

/// Full jitter: before the n-th repetition, a random time up to `base` doubled n times, never more than `cap`.
///
/// Source: [Exponential Backoff And Jitter](https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/).
#[derive(Debug, Clone, Copy)]
pub(crate) struct Backoff {
    pub(crate) base: Duration,
    pub(crate) cap: Duration,
    /// Requests in all, the first one included.
    pub(crate) tries: u32,
}

impl Backoff {
    /// For throttled reads, as for [throttled writes](Retry): 10 requests, the waits between them up to 50 ms, 100 ms, 200 ms and so on, at
    /// most 5 s: about 8 s on average in all.
    pub(crate) const BATCH: Self = Self { base: Retry::BASE, cap: Retry::CAP, tries: Retry::REQUESTS };

    /// For a read that failed in passing: its caller waits and no capacity is short, so the first wait is the one that
    /// AWS's SDK sets for DynamoDB's other failures than throttles (25 ms, in the `config` of `aws-sdk-dynamodb`).
    /// Up to 25 ms, 50 ms, 100 ms and so on, at most 1 s; the client's settings say how many tries.
    pub(crate) const READ: Self = Self { base: Duration::from_millis(25), cap: Duration::from_secs(1), tries: 3 };

    /// The longest wait before the `repetition`-th repetition, counted from 0.
    pub(crate) fn longest(&self, repetition: u32) -> Duration {
        let doubled = 2_u32.checked_pow(repetition).and_then(|times| self.base.checked_mul(times));
        doubled.map_or(self.cap, |longest| longest.min(self.cap))
    }

    /// The wait that a random number picks.
    pub(crate) fn wait(&self, repetition: u32, random: u64) -> Duration {
        share(self.longest(repetition), random)
    }

    /// How long to wait before the next try after so many failures; `None` if all tries have failed.
    pub(crate) fn after(&self, failures: u32) -> Option<Duration> {
        (failures < self.tries).then(|| self.wait(failures.saturating_sub(1), random()))
    }

    /// Waits before an attempt, counted from 0: the first one does not wait.
    pub(crate) async fn before(&self, attempt: u32) {
        if let Some(repetition) = attempt.checked_sub(1) {
            tokio::time::sleep(self.wait(repetition, random())).await;
        }
    }
}

/// A random time of at most so long.
pub(crate) fn jitter(up_to: Duration) -> Duration {
    share(up_to, random())
}

fn share(of: Duration, random: u64) -> Duration {
    #[allow(clippy::cast_precision_loss, reason = "a share between 0 and 1 needs no 64 bits")]
    let share = random as f64 / u64::MAX as f64;
    of.mul_f64(share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_the_cap() {
        let backoff = Backoff { base: Duration::from_millis(50), cap: Duration::from_secs(1), tries: 9 };
        let longest: Vec<u128> = (0..7).map(|at| backoff.longest(at).as_millis()).collect();
        assert_eq!(longest, [50, 100, 200, 400, 800, 1_000, 1_000]);
        assert_eq!(backoff.longest(u32::MAX), backoff.cap);
    }

    #[test]
    fn the_random_number_picks_from_the_whole_range() {
        let backoff = Backoff::BATCH;
        assert_eq!(backoff.wait(0, 0), Duration::ZERO);
        assert_eq!(backoff.wait(0, u64::MAX), backoff.base);
        let middle = backoff.wait(1, u64::MAX / 2);
        assert!(middle > Duration::from_millis(49) && middle < Duration::from_millis(51), "{middle:?}");
    }

    #[test]
    fn the_tries_are_counted() {
        let backoff = Backoff { tries: 3, ..Backoff::READ };
        assert!(backoff.after(1).is_some_and(|wait| wait <= Duration::from_millis(25)));
        assert!(backoff.after(2).is_some_and(|wait| wait <= Duration::from_millis(50)));
        assert_eq!(backoff.after(3), None);
        assert_eq!(Backoff { tries: 1, ..backoff }.after(1), None);
    }
}
