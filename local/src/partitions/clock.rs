//! The time of the model.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tokio::time::Instant;

/// The clock of [`Partitions`](crate::Partitions).
///
/// The default is tokio's clock. Under the paused clock of a test, together with
/// [`Builder::answer_inline`](crate::Builder::answer_inline), it stands still until the test or a timer advances it. On
/// the engine's own thread it is real time.
///
/// A [`Clock::manual`] advances only explicitly, with or without a runtime:
///
/// ```
/// use std::time::Duration;
/// use keywright_local::{Clock, Local, Partitions};
///
/// let clock = Clock::manual();
/// let local = Local::builder().partitions(Partitions::default().clock(clock.clone())).start();
/// clock.advance(Duration::from_secs(3_600));
/// # drop(local);
/// ```
#[derive(Debug, Clone)]
pub struct Clock(Source);

#[derive(Debug, Clone)]
enum Source {
    /// Relative to its first use.
    Tokio(Arc<OnceLock<Instant>>),
    /// Nanoseconds.
    Manual(Arc<AtomicU64>),
}

impl Default for Clock {
    fn default() -> Self {
        Self(Source::Tokio(Arc::default()))
    }
}

impl Clock {
    /// Makes a clock at 0 that only advances with [`Clock::advance`]. Clones share their time.
    #[must_use]
    pub fn manual() -> Self {
        Self(Source::Manual(Arc::default()))
    }

    /// Advances a manual clock, with nanosecond resolution and up to 584 years. Tokio's clock is not changed: use
    /// `tokio::time::advance`.
    pub fn advance(&self, by: Duration) {
        if let Source::Manual(nanos) = &self.0 {
            let by = u64::try_from(by.as_nanos()).unwrap_or(u64::MAX);
            let _ = nanos.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |now| Some(now.saturating_add(by)));
        }
    }

    /// Returns the time since the clock began.
    pub(super) fn now(&self) -> Duration {
        match &self.0 {
            Source::Tokio(start) => {
                let now = Instant::now();
                now.saturating_duration_since(*start.get_or_init(|| now))
            }
            Source::Manual(nanos) => Duration::from_nanos(nanos.load(Ordering::Relaxed)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_of_a_manual_clock_share_a_saturating_time() {
        let clock = Clock::manual();
        clock.clone().advance(Duration::from_secs(3));
        assert_eq!(clock.now(), Duration::from_secs(3));
        clock.advance(Duration::MAX);
        clock.advance(Duration::from_secs(1));
        assert_eq!(clock.now(), Duration::from_nanos(u64::MAX));
    }

    #[tokio::test(start_paused = true)]
    async fn the_default_follows_the_paused_clock() {
        let clock = Clock::default();
        assert_eq!(clock.now(), Duration::ZERO);
        tokio::time::advance(Duration::from_secs(5)).await;
        clock.advance(Duration::from_secs(5));
        assert_eq!(clock.now(), Duration::from_secs(5));
    }
}
