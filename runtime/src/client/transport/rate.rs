//! Limits capacity units per second.

use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};

use tokio::time::{Instant, sleep_until};

/// The unused time that may be made up for. Without this, timers of 1 ms resolution would cost a part of the rate.
const BURST: Duration = Duration::from_millis(100);

/// The longest wait for one request. If a rate is so low that the wait would be longer, in practice no second request
/// is sent.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 3_600);

/// Delays each request until the units of earlier requests are available.
#[derive(Debug)]
pub(crate) struct Rate {
    per_second: f64,
    next: Mutex<Instant>,
    /// Held by the request whose turn is next. It also waits for costs of earlier requests that are reported meanwhile.
    queue: tokio::sync::Mutex<()>,
}

impl Rate {
    /// Makes a rate of more than 0 units per second.
    pub(crate) fn new(units_per_second: f64) -> Self {
        Self { per_second: units_per_second, next: Mutex::new(Instant::now()), queue: tokio::sync::Mutex::default() }
    }

    pub(crate) fn per_second(&self) -> f64 {
        self.per_second
    }

    /// Waits for the turn of a request that is expected to cost `expected` units.
    pub(crate) async fn turn(&self, expected: f64) {
        let _first = self.queue.lock().await;
        while let Err(next) = self.take(expected) {
            sleep_until(next).await;
        }
    }

    /// Takes the next turn, or returns its time.
    fn take(&self, expected: f64) -> Result<(), Instant> {
        self.set(|next| {
            let now = Instant::now();
            if *next > now {
                return Err(*next);
            }
            let turn = (*next).max(now.checked_sub(BURST).unwrap_or(now));
            *next = turn.checked_add(self.time_of(expected)).unwrap_or(turn);
            Ok(())
        })
    }

    /// Corrects the expected cost of a request to its actual cost.
    pub(crate) fn settle(&self, expected: f64, cost: f64) {
        let (expected, cost) = (self.time_of(expected), self.time_of(cost));
        self.set(|next| *next = next.checked_add(cost).and_then(|next| next.checked_sub(expected)).unwrap_or(*next));
    }

    fn set<O>(&self, change: impl FnOnce(&mut Instant) -> O) -> O {
        change(&mut self.next.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn time_of(&self, units: f64) -> Duration {
        Duration::try_from_secs_f64(units / self.per_second).unwrap_or(LONGEST).min(LONGEST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_tiny_rate_is_enforced() {
        let rate = Rate::new(f64::MIN_POSITIVE);
        rate.turn(1.0).await;
        assert!(tokio::time::timeout(Duration::from_secs(1_000_000), rate.turn(1.0)).await.is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn settling_corrects_later_waits() {
        let rate = Rate::new(10.0);
        let begun = Instant::now();
        rate.turn(1.0).await;
        rate.settle(1.0, 21.0);
        rate.turn(1.0).await;
        let waited = begun.elapsed();
        assert!(waited > Duration::from_millis(1_950) && waited < Duration::from_millis(2_150), "{waited:?}");
        rate.settle(1.0, 0.0);
        rate.turn(1.0).await;
        assert!(begun.elapsed() < waited + Duration::from_millis(5), "what was not used is given back");
    }

    #[tokio::test(start_paused = true)]
    async fn concurrent_turns_are_paced_and_idle_time_is_not_saved() {
        let rate = Rate::new(100.0);
        tokio::time::advance(Duration::from_secs(60)).await;
        let begun = Instant::now();
        futures_util::future::join_all((0..200).map(|_| rate.turn(1.0))).await;
        let waited = begun.elapsed();
        assert!(waited > Duration::from_millis(1_850) && waited < Duration::from_millis(2_010), "{waited:?}");
    }
}
