//! Waits between the attempts of a request, for the random times that a [`Backoff`] allows.

use std::time::Duration;

use tokio::time::{Instant, sleep, timeout_at};

use super::deadline::deadline_of_call;
use crate::{item::random::random, throttling::Backoff};

/// The attempts of one request. A wait follows each one except the last.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RetryAttempts {
    backoff: Backoff,
    failures: u32,
}

impl RetryAttempts {
    pub(crate) fn new(backoff: Backoff) -> Self {
        Self { backoff, failures: 0 }
    }

    /// Returns the highest number of attempts.
    pub(crate) fn limit(&self) -> u32 {
        self.backoff.requests
    }

    /// Returns the longest total of all waits.
    pub(crate) fn longest_total(&self) -> Duration {
        self.backoff.longest_total()
    }

    /// Counts a failed attempt. Returns how long to wait before the next one, or `None` if it was the last.
    pub(crate) fn wait_after_failure(&mut self) -> Option<Duration> {
        let longest = self.backoff.longest(self.failures);
        self.failures = self.failures.saturating_add(1);
        (self.failures < self.backoff.requests).then(|| jitter(longest))
    }

    /// Counts a failed attempt. Returns whether another one is allowed.
    pub(crate) fn fail(&mut self) -> bool {
        self.wait_after_failure().is_some()
    }

    /// Waits as after the last failed attempt. Does not wait if none has failed.
    pub(crate) async fn pause(&self) {
        if let Some(repetition) = self.failures.checked_sub(1) {
            pause(self.backoff.longest(repetition)).await;
        }
    }

    /// Counts a failed attempt and waits before the next one. Returns `false` at once if it was the last, or if the
    /// call ends before the next one.
    pub(crate) async fn again(&mut self) -> bool {
        match self.wait_after_failure() {
            Some(wait) => sleep_within_call(wait).await,
            None => false,
        }
    }
}

/// Waits a random time of at most `up_to`.
pub(crate) async fn pause(up_to: Duration) {
    sleep(jitter(up_to)).await;
}

/// Waits for this time. Returns `false` at once if the call being polled ends before.
pub(crate) async fn sleep_within_call(time: Duration) -> bool {
    let is_in_time = deadline_of_call().is_none_or(|deadline| Instant::now() + time < deadline);
    if is_in_time {
        sleep(time).await;
    }
    is_in_time
}

/// Awaits a future until a deadline, if there is one. Returns `None` if the deadline passes first.
pub(crate) async fn by_deadline<F: Future>(deadline: Option<Instant>, future: F) -> Option<F::Output> {
    match deadline {
        // Boxed because few calls have a deadline, so that other calls' futures stay small.
        Some(deadline) => Box::pin(timeout_at(deadline, future)).await.ok(),
        None => Some(future.await),
    }
}

/// Returns a random time of at most `up_to`.
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
    fn jitter_covers_the_full_range() {
        let longest = Duration::from_millis(100);
        assert_eq!(share(longest, 0), Duration::ZERO);
        assert_eq!(share(longest, u64::MAX), longest);
        let middle = share(longest, u64::MAX / 2);
        assert!(middle > Duration::from_millis(49) && middle < Duration::from_millis(51), "{middle:?}");
    }

    #[test]
    fn retries_end_at_the_request_limit() {
        let mut tries = RetryAttempts::new(Backoff::TRANSIENT.with_requests(3));
        assert!(tries.wait_after_failure().is_some_and(|wait| wait <= Duration::from_millis(25)));
        assert!(tries.wait_after_failure().is_some_and(|wait| wait <= Duration::from_millis(50)));
        assert_eq!(tries.wait_after_failure(), None);
        assert_eq!(RetryAttempts::new(Backoff::TRANSIENT.with_requests(1)).wait_after_failure(), None);
    }

    #[tokio::test(start_paused = true)]
    async fn a_wait_follows_each_attempt_but_the_last() {
        let mut tries = RetryAttempts::new(Backoff::THROTTLED);
        let start = Instant::now();
        let mut attempts = 1;
        while tries.again().await {
            attempts += 1;
        }
        assert_eq!(attempts, 10);
        let longest: Duration = (0..9).map(|at| Backoff::THROTTLED.longest(at)).sum();
        assert!(!start.elapsed().is_zero() && start.elapsed() <= longest + Duration::from_millis(9));
        let ended = Instant::now();
        assert!(!tries.again().await);
        assert_eq!(ended.elapsed(), Duration::ZERO);
    }

    #[tokio::test(start_paused = true)]
    async fn a_deadline_ends_a_wait() {
        let pending = std::future::pending::<()>();
        let deadline = Instant::now() + Duration::from_secs(1);
        assert_eq!(by_deadline(Some(deadline), pending).await, None);
        assert_eq!(by_deadline(Some(deadline), async { 3 }).await, Some(3));
        assert_eq!(by_deadline(None, sleep(Duration::from_secs(9))).await, Some(()));
    }
}
