//! How long a call and its requests may take: the operation time-out, and the longest wait of a request.

use std::time::Duration;

use tokio::time::{Instant, sleep};

tokio::task_local! {
    /// The time at which the call being polled ends, if its client has an operation time-out.
    /// [`SpawnedTask`](super::in_flight::SpawnedTask) passes it to its task.
    pub(crate) static DEADLINE: Instant;
}

/// Returns the time at which the call being polled ends. `None` outside of a call, in runs over a whole table, and
/// without an operation time-out.
pub(crate) fn deadline_of_call() -> Option<Instant> {
    DEADLINE.try_get().ok()
}

/// Returns the time at which a request that starts now must end: with its call or, if its call has no deadline, after
/// the operation time-out.
pub(crate) fn deadline(time_limit: Option<Duration>) -> Option<Instant> {
    deadline_of_call().or_else(|| Instant::now().checked_add(time_limit?))
}

/// The waits of one request: for its turn, for the account's limit, and between retries.
///
/// No wait extends beyond the deadline. Together they take at most as long as the retries of the request would if each
/// took its longest wait, or a second if it has no retries.
#[derive(Debug)]
pub(crate) struct Waits {
    deadline: Option<Instant>,
    left: Duration,
}

impl Waits {
    /// The longest total of the waits of a request that is not repeated: a turn at the slowest pace.
    const SHORTEST: Duration = Duration::from_secs(1);

    /// `longest` is the longest total of the waits between retries.
    pub(crate) fn new(time_limit: Option<Duration>, longest: Duration) -> Self {
        Self { deadline: deadline(time_limit), left: longest.max(Self::SHORTEST) }
    }

    /// Returns the time at which the request must end, waits and answer included.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// Whether the deadline has passed.
    pub(crate) fn are_over(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Returns the time at which a wait that begins now must end.
    pub(crate) fn until(&self) -> Instant {
        let until = Instant::now() + self.left;
        self.deadline.map_or(until, |deadline| until.min(deadline))
    }

    /// Waits for this time. Returns `false` at once if that takes too long.
    pub(crate) async fn wait(&mut self, time: Duration) -> bool {
        if time.is_zero() {
            return true;
        }
        let now = Instant::now();
        if now + time > self.until() {
            return false;
        }
        sleep(time).await;
        self.waited_since(now);
        true
    }

    /// Counts a wait that began at `start`.
    pub(crate) fn waited_since(&mut self, start: Instant) {
        self.left = self.left.saturating_sub(start.elapsed());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[tokio::test(start_paused = true)]
    async fn waits_add_up_to_at_most_the_longest() {
        let mut waits = Waits::new(None, 3 * SECOND);
        assert!(waits.wait(2 * SECOND).await && !waits.wait(2 * SECOND).await);
        assert_eq!(waits.until() - Instant::now(), SECOND);
        let start = Instant::now();
        sleep(SECOND / 2).await;
        waits.waited_since(start);
        assert!(!waits.wait(SECOND).await && waits.wait(SECOND / 2).await && !waits.are_over());
    }

    #[tokio::test(start_paused = true)]
    async fn waits_end_with_the_deadline_of_the_call() {
        let mut waits = Waits::new(Some(SECOND), 3 * SECOND);
        assert_eq!(waits.deadline(), Some(Instant::now() + SECOND));
        assert!(!waits.wait(2 * SECOND).await && waits.wait(SECOND).await && waits.are_over());
        let end = Instant::now() + 5 * SECOND;
        let of_call = DEADLINE.sync_scope(end, || Waits::new(Some(SECOND), 9 * SECOND));
        assert_eq!((of_call.deadline(), of_call.until()), (Some(end), end));
        assert_eq!((deadline(None), deadline_of_call()), (None, None));
    }
}
