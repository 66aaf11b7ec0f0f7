//! The keys with recent events.

use std::time::Duration;

/// The keys whose last event is too recent for another one.
#[derive(Debug)]
pub(super) struct RecentEvents(Vec<(u64, Duration)>);

impl RecentEvents {
    /// The maximum number of keys that are kept. It limits the events in that time.
    pub(super) const MAX_KEYS: usize = 256;

    pub(super) fn new() -> Self {
        Self(Vec::with_capacity(Self::MAX_KEYS))
    }

    /// Removes events older than `after`.
    pub(super) fn forget(&mut self, now: Duration, after: Duration) {
        self.0.retain(|(_, told)| now.saturating_sub(*told) < after);
    }

    /// Records an event for the key. Returns `false` if the key had one recently, or if there were too many events.
    pub(super) fn record(&mut self, hash: u64, now: Duration) -> bool {
        let may = self.0.len() < Self::MAX_KEYS && self.0.iter().all(|(told, _)| *told != hash);
        if may {
            self.0.push((hash, now));
        }
        may
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_key_has_one_event_until_it_is_forgotten() {
        let mut told = RecentEvents::new();
        assert!(told.record(7, SECOND) && !told.record(7, SECOND) && told.record(8, SECOND * 2));
        told.forget(SECOND * 10, SECOND * 9);
        assert!(told.record(7, SECOND * 10) && !told.record(8, SECOND * 10));
    }

    #[test]
    fn recent_events_are_bounded() {
        let mut told = RecentEvents::new();
        let events = (0..1_000).filter(|hash| told.record(*hash, SECOND)).count();
        assert_eq!(events, RecentEvents::MAX_KEYS);
        told.forget(SECOND, Duration::ZERO);
        assert!(told.record(7, SECOND));
    }
}
