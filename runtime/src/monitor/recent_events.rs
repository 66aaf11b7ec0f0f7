//! The keys with recent events.

use std::time::Duration;

/// The keys whose last event is too recent for another one.
#[derive(Debug)]
pub(super) struct Told(Vec<(u64, Duration)>);

impl Told {
    /// The most keys that are kept, which limits the events in that time.
    pub(super) const MOST: usize = 256;

    pub(super) fn new() -> Self {
        Self(Vec::with_capacity(Self::MOST))
    }

    /// Removes events older than `after`.
    pub(super) fn forget(&mut self, now: Duration, after: Duration) {
        self.0.retain(|(_, told)| now.saturating_sub(*told) < after);
    }

    /// Records an event for the key. Returns false if it had one recently, or if there were too many.
    pub(super) fn tell(&mut self, hash: u64, now: Duration) -> bool {
        let may = self.0.len() < Self::MOST && self.0.iter().all(|(told, _)| *told != hash);
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
        let mut told = Told::new();
        assert!(told.tell(7, SECOND) && !told.tell(7, SECOND) && told.tell(8, SECOND * 2));
        told.forget(SECOND * 10, SECOND * 9);
        assert!(told.tell(7, SECOND * 10) && !told.tell(8, SECOND * 10));
    }

    #[test]
    fn recent_events_are_bounded() {
        let mut told = Told::new();
        let events = (0..1_000).filter(|hash| told.tell(*hash, SECOND)).count();
        assert_eq!(events, Told::MOST);
        told.forget(SECOND, Duration::ZERO);
        assert!(told.tell(7, SECOND));
    }
}
