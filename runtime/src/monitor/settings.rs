//! The settings of a monitor.

use std::{fmt, sync::Arc, time::Duration};

use super::{Capacity, HotKey, fleet::Fleet, rates::Rates};

/// The callback for events.
pub(super) type OnEvent = Arc<dyn Fn(&HotKey) + Send + Sync>;

#[derive(Clone)]
pub(super) struct Settings {
    pub(super) counters: u16,
    /// The share of a table's load from which a key is hot. Infinity disables it.
    pub(super) share: f64,
    pub(super) write_rate: f64,
    pub(super) read_rate: f64,
    pub(super) repeat_after: Duration,
    /// The number of all processes. `None` if it is not known.
    pub(super) processes: Option<u32>,
    pub(super) on_event: Option<OnEvent>,
}

impl Settings {
    /// The smallest share of a partition's limit at which the share of a table can be an event. On an idle table, a
    /// single key has the whole load.
    pub(super) const MIN_SHARE: f64 = 0.1;

    /// This process among all processes.
    pub(super) fn this_process(&self) -> Fleet {
        Fleet::new(1, self.processes)
    }

    /// Whether a key is hot by its rate (in all processes if their number is known), its share or its rejected units.
    pub(super) fn is_hot(&self, capacity: Capacity, rate: f64, share: f64, refused: f64) -> bool {
        let limit = match capacity {
            Capacity::Read => self.read_rate,
            Capacity::Write => self.write_rate,
        };
        rate >= limit || (share >= self.share && rate >= Self::MIN_SHARE * capacity.limit() as f64) || refused > 0.0
    }
}

impl Rates {
    /// Whether the key is hot. Uses the lower bound of its rate, in all processes if their number is known, so that
    /// light keys and single large requests are not reported.
    pub(super) fn is_hot(&self, settings: &Settings) -> bool {
        let share = if self.rate > 0.0 { self.share * self.sure / self.rate } else { 0.0 };
        settings.is_hot(self.capacity, self.sure * settings.this_process().scale(), share, self.refused)
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            counters: 1_000,
            share: f64::INFINITY,
            write_rate: 0.8 * Capacity::Write.limit() as f64,
            read_rate: 0.8 * Capacity::Read.limit() as f64,
            repeat_after: Duration::from_secs(10),
            processes: None,
            on_event: None,
        }
    }
}

impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Settings")
            .field("counters", &self.counters)
            .field("share", &self.share)
            .field("write_rate", &self.write_rate)
            .field("read_rate", &self.read_rate)
            .field("repeat_after", &self.repeat_after)
            .field("processes", &self.processes)
            .finish_non_exhaustive()
    }
}
