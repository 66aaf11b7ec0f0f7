//! Slows all requests of a handle while the account is over its limit.

use std::{
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tokio::time::Instant;

use super::{backoff::jitter, deadline::Waits};
use crate::throttling::Backoff;

/// A period during which each request of a handle waits for a random part of the time that remains.
///
/// The account's limit applies to a whole table or index, so a request with another key exceeds it as well. Consecutive
/// pauses double from 50 ms to 5 s.
#[derive(Debug, Default)]
pub(crate) struct Pause {
    /// Lets callers skip the lock if there is no pause.
    is_on: AtomicBool,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    last: Option<Last>,
}

#[derive(Debug, Clone, Copy)]
struct Last {
    began: Instant,
    length: Duration,
    /// The number of pauses that directly preceded this one.
    number: u32,
}

impl Last {
    fn end(&self) -> Instant {
        self.began + self.length
    }
}

impl Pause {
    /// Whether there may be a pause.
    pub(crate) fn is_on(&self) -> bool {
        self.is_on.load(Ordering::Relaxed)
    }

    /// Waits if there is a pause. Returns `false` at once if the request may not wait that long.
    pub(crate) async fn wait(&self, waits: &mut Waits) -> bool {
        if !self.is_on() {
            return true;
        }
        let left = self.left(Instant::now());
        // Boxed because few requests wait, so that other requests' futures stay small.
        left.is_zero() || Box::pin(waits.wait(jitter(left))).await
    }

    /// Begins a pause after a request sent at `sent` exceeded the account's limit. Requests that were already in flight
    /// when a pause began do not begin another one.
    pub(crate) fn begin(&self, sent: Instant) {
        let now = Instant::now();
        let mut state = self.state();
        let number = match state.last {
            Some(last) if sent < last.began => return,
            Some(last) if now < last.end() + last.length => last.number.saturating_add(1),
            _ => 0,
        };
        state.last = Some(Last { began: now, length: Backoff::THROTTLED.longest(number), number });
        self.is_on.store(true, Ordering::Relaxed);
    }

    fn left(&self, now: Instant) -> Duration {
        let state = self.state();
        let left = state.last.map_or(Duration::ZERO, |last| last.end().saturating_duration_since(now));
        if left.is_zero() {
            self.is_on.store(false, Ordering::Relaxed);
        }
        left
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    fn left(pause: &Pause) -> u128 {
        pause.left(Instant::now()).as_millis()
    }

    #[tokio::test(start_paused = true)]
    async fn throttles_of_concurrent_requests_pause_once() {
        let pause = Pause::default();
        let sent = Instant::now();
        advance(Duration::from_millis(4)).await;
        pause.begin(sent);
        pause.begin(sent);
        assert_eq!(left(&pause), 50);
        pause.begin(Instant::now());
        assert_eq!(left(&pause), 100);
    }

    #[tokio::test(start_paused = true)]
    async fn consecutive_pauses_double() {
        let pause = Pause::default();
        let mut lengths = Vec::new();
        for _ in 0..9 {
            pause.begin(Instant::now());
            lengths.push(left(&pause));
            advance(pause.left(Instant::now())).await;
        }
        assert_eq!(lengths, [50, 100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000]);
        advance(Duration::from_secs(5)).await;
        pause.begin(Instant::now());
        assert_eq!(left(&pause), 50);
    }

    #[tokio::test(start_paused = true)]
    async fn requests_wait_for_the_pause_which_then_ends() {
        let pause = Pause::default();
        let start = Instant::now();
        let mut waits = Waits::new(None, Duration::from_secs(1));
        pause.wait(&mut waits).await;
        assert_eq!(start.elapsed(), Duration::ZERO);
        pause.begin(start);
        for _ in 0..100 {
            assert!(pause.wait(&mut waits).await);
        }
        assert!(start.elapsed() <= Duration::from_millis(51), "{:?}", start.elapsed());
        advance(Duration::from_millis(51)).await;
        assert!(pause.wait(&mut waits).await);
        assert!(!pause.is_on());
    }
}
