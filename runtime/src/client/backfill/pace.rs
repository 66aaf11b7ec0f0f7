//! At most so many capacity units a second.

use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};

use tokio::time::{Instant, sleep_until};

/// How much of the past may be made up for: timers of a millisecond would else cost a part of the rate.
const BURST: Duration = Duration::from_millis(100);

/// Gives each request its turn, so late that those before it have been paid for.
#[derive(Debug)]
pub(super) struct Pace {
    per_second: f64,
    next: Mutex<Instant>,
}

impl Pace {
    pub(super) fn new(units_per_second: u64) -> Self {
        Self { per_second: units_per_second.max(1) as f64, next: Mutex::new(Instant::now()) }
    }

    /// Waits for the turn of a request which is expected to cost so much.
    pub(super) async fn turn(&self, expected: f64) {
        let turn = self.set(|next| {
            let now = Instant::now();
            let turn = (*next).max(now.checked_sub(BURST).unwrap_or(now));
            *next = turn.checked_add(self.time_of(expected)).unwrap_or(turn);
            turn
        });
        sleep_until(turn).await;
    }

    /// The request has cost this.
    pub(super) fn settle(&self, expected: f64, cost: f64) {
        let difference = self.time_of((cost - expected).abs());
        self.set(|next| {
            let settled = if cost > expected { next.checked_add(difference) } else { next.checked_sub(difference) };
            *next = settled.unwrap_or(*next);
        });
    }

    fn set<O>(&self, change: impl FnOnce(&mut Instant) -> O) -> O {
        change(&mut self.next.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn time_of(&self, units: f64) -> Duration {
        Duration::try_from_secs_f64(units / self.per_second).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn what_was_paid_for_too_little_is_waited_for() {
        let pace = Pace::new(10);
        let begun = Instant::now();
        pace.turn(1.0).await;
        pace.settle(1.0, 21.0);
        pace.turn(1.0).await;
        let waited = begun.elapsed();
        assert!(waited > Duration::from_millis(1_950) && waited < Duration::from_millis(2_150), "{waited:?}");
        pace.settle(1.0, 0.0);
        pace.turn(1.0).await;
        assert!(begun.elapsed() < waited + Duration::from_millis(5), "what was not used is given back");
    }

    #[tokio::test(start_paused = true)]
    async fn turns_at_once_are_spread_over_time_and_idle_time_is_not_saved_up() {
        let pace = Pace::new(100);
        tokio::time::advance(Duration::from_secs(60)).await;
        let begun = Instant::now();
        futures_util::future::join_all((0..200).map(|_| pace.turn(1.0))).await;
        let waited = begun.elapsed();
        assert!(waited > Duration::from_millis(1_850) && waited < Duration::from_millis(2_010), "{waited:?}");
    }
}
