//! The requests that wait for their turns at one throttled key.

use std::{
    collections::VecDeque,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use tokio::{
    sync::Notify,
    time::{Instant, timeout_at},
};

use super::pace::Pace;

/// Requests in the order in which their reads began. A repeated request does not lose its place to later reads.
#[derive(Debug, Default)]
pub(super) struct Queue {
    waiting: VecDeque<Arc<Place>>,
}

/// The place of a request in a [`Queue`].
#[derive(Debug)]
pub(super) struct Place {
    /// The time at which the read of the request began.
    begun: Instant,
    /// The time at which the request gives up.
    pub(super) until: Instant,
    wake: Notify,
    is_hopeless: AtomicBool,
}

impl Place {
    pub(super) fn new(begun: Instant, until: Instant) -> Arc<Self> {
        Arc::new(Self { begun, until, wake: Notify::new(), is_hopeless: AtomicBool::new(false) })
    }

    /// Whether the request was removed from its queue because it cannot be served in time.
    pub(super) fn is_hopeless(&self) -> bool {
        self.is_hopeless.load(Ordering::Relaxed)
    }

    /// Waits until this time, or until something changes.
    pub(super) async fn changed(&self, until: Instant) {
        // Whether something changed, or the time has come, is decided by the caller.
        let _ = timeout_at(until, self.wake.notified()).await;
    }
}

impl Queue {
    pub(super) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    pub(super) fn is_first(&self, place: &Arc<Place>) -> bool {
        self.waiting.front().is_some_and(|first| Arc::ptr_eq(first, place))
    }

    pub(super) fn contains(&self, place: &Arc<Place>) -> bool {
        self.position(place).is_some()
    }

    /// Returns the number of requests before one whose read began at this time.
    pub(super) fn before(&self, begun: Instant) -> usize {
        self.waiting.partition_point(|other| other.begun <= begun)
    }

    /// Adds a request behind those whose reads began before.
    pub(super) fn join(&mut self, place: Arc<Place>) {
        let at = self.before(place.begun);
        self.waiting.insert(at, place);
        if at == 0 {
            self.wake_at(1);
        }
    }

    /// Removes a request, and wakes the next one if this was the first.
    pub(super) fn leave(&mut self, place: &Arc<Place>) {
        let Some(at) = self.position(place) else { return };
        self.waiting.remove(at);
        if at == 0 {
            self.wake_at(0);
        }
    }

    /// Removes the requests that cannot be served in time at this pace.
    pub(super) fn remove_hopeless(&mut self, pace: &Pace, now: Instant) {
        let mut before = 0;
        self.waiting.retain(|place| {
            let is_in_time = pace.earliest(before, now) <= place.until;
            if is_in_time {
                before += 1;
            } else {
                place.is_hopeless.store(true, Ordering::Relaxed);
                place.wake.notify_one();
            }
            is_in_time
        });
        self.wake_at(0);
    }

    fn position(&self, place: &Arc<Place>) -> Option<usize> {
        let same_begin = self.waiting.partition_point(|other| other.begun < place.begun);
        let found = self.waiting.iter().skip(same_begin).take_while(|other| other.begun <= place.begun);
        found.enumerate().find(|(_, other)| Arc::ptr_eq(other, place)).map(|(at, _)| same_begin + at)
    }

    fn wake_at(&self, at: usize) {
        if let Some(place) = self.waiting.get(at) {
            place.wake.notify_one();
        }
    }
}

impl Drop for Queue {
    fn drop(&mut self) {
        self.waiting.iter().for_each(|place| place.wake.notify_one());
    }
}
