//! How long a partition has been hot, and by which keys.

use std::time::Duration;

use super::settings::HeatRule;
use super::top_keys::TopKeys;

/// Keys looked at in a hot partition: one with a sixteenth of its heat is found.
const KEYS: usize = 16;

/// The heat of one partition, of its reads or of its writes.
#[derive(Debug, Clone)]
pub(super) struct Heat {
    window: u64,
    units: f64,
    hot_windows: u32,
    keys: TopKeys,
}

impl Heat {
    pub(super) fn new() -> Self {
        Self { window: 0, units: 0.0, hot_windows: 0, keys: TopKeys::new(KEYS) }
    }

    /// Counts consumed units; `limit` is what the partition serves in a second. The pages of
    /// scans count as those of one key.
    ///
    /// Returns whether the partition is to be split.
    pub(super) fn add(&mut self, rule: &HeatRule, key: Option<&str>, units: f64, limit: u64, now: Duration) -> bool {
        let window = rule.number_of_window(now);
        let is_over = window != self.window;
        if is_over {
            self.close(rule, window, limit);
        }
        self.units += units;
        self.keys.add(key.unwrap_or_default(), units, 0.0);
        is_over && rule.is_long_enough(self.hot_windows) && self.keys.top_share() < rule.dominant_key_share
    }

    /// Takes back what was not consumed after all.
    pub(super) fn take_back(&mut self, key: Option<&str>, units: f64) {
        self.units = (self.units - units).max(0.0);
        self.keys.take_back(key.unwrap_or_default(), units);
    }

    /// Ends the window that traffic fell into last; the ones in between had none.
    fn close(&mut self, rule: &HeatRule, window: u64, limit: u64) {
        let was_hot = self.units >= rule.share * limit as f64 * rule.window.as_secs_f64();
        if was_hot && window == self.window.saturating_add(1) {
            self.hot_windows = self.hot_windows.saturating_add(1);
        } else {
            self.hot_windows = 0;
            self.keys = TopKeys::new(KEYS);
        }
        self.window = window;
        self.units = 0.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Partitions;

    /// The second in which a partition of 1,000 units a second is to be split.
    fn split_after(units: f64, keys: u64, mut is_quiet: impl FnMut(u64) -> bool) -> Option<u64> {
        let settings = Partitions::default();
        let mut heat = Heat::new();
        (0..3_600).find(|second| {
            let now = Duration::from_secs(*second);
            !is_quiet(*second)
                && (0..keys)
                    .any(|key| heat.add(&settings.heat, Some(&key.to_string()), units / keys as f64, 1_000, now))
        })
    }

    #[test]
    fn many_keys_split_a_partition_after_the_assumed_time() {
        assert_eq!(split_after(800.0, 100, |_| false), Some(300));
        assert_eq!(split_after(1_000.0, 2, |_| false), Some(300));
        assert_eq!(split_after(790.0, 100, |_| false), None);
    }

    #[test]
    fn one_key_never_does() {
        assert_eq!(split_after(1_000.0, 1, |_| false), None);
    }

    #[test]
    fn what_is_taken_back_heats_nothing() {
        let settings = Partitions::default();
        let mut heat = Heat::new();
        for second in 0..3_600 {
            for key in ["a", "b", "c"] {
                assert!(!heat.add(&settings.heat, Some(key), 500.0, 1_000, Duration::from_secs(second)));
                heat.take_back(Some(key), 300.0);
            }
        }
    }

    #[test]
    fn a_pause_starts_the_time_anew() {
        assert_eq!(split_after(1_000.0, 100, |second| (200..240).contains(&second)), Some(540));
    }
}
