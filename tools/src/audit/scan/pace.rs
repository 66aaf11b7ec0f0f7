//! Limits the rate of a scan.

use std::time::Duration;

use tokio::time::{Instant, sleep_until};

/// The longest delay after one page, whatever the rate.
const MAX_DELAY: Duration = Duration::from_secs(3_600);

/// Delays requests so that the units they consume stay within a rate, on average.
#[derive(Debug)]
pub(super) struct Pace {
    rate: Option<f64>,
    next: Instant,
}

impl Pace {
    pub(super) fn new(units_per_second: Option<f64>) -> Self {
        Self { rate: units_per_second, next: Instant::now() }
    }

    /// Waits until the units consumed so far are within the rate.
    pub(super) async fn wait(&self) {
        if self.rate.is_some() {
            sleep_until(self.next).await;
        }
    }

    /// Adds the units that a request consumed.
    pub(super) fn count(&mut self, units: f64) {
        let Some(rate) = self.rate else { return };
        let delay = Duration::try_from_secs_f64(units / rate).unwrap_or(MAX_DELAY).min(MAX_DELAY);
        self.next = self.next.max(Instant::now()) + delay;
    }
}
