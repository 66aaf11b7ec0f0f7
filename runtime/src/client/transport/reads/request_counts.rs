//! Counts the requests that were sent for a read.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Counts requests when they are sent, whatever their result. Several reads can share one counter.
#[derive(Debug, Default)]
pub(crate) struct RequestCounts {
    requests: AtomicUsize,
    hedges: AtomicUsize,
    throttles: AtomicUsize,
}

impl RequestCounts {
    /// Returns the number of requests, including retries and second copies.
    pub(crate) fn requests(&self) -> usize {
        self.requests.load(Ordering::Relaxed)
    }

    /// Returns the number of second copies of requests whose answer was late.
    pub(crate) fn hedges(&self) -> usize {
        self.hedges.load(Ordering::Relaxed)
    }

    /// Returns the number of requests that DynamoDB throttled.
    pub(crate) fn throttles(&self) -> usize {
        self.throttles.load(Ordering::Relaxed)
    }

    pub(super) fn request(&self) {
        self.requests.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn hedge(&self) {
        self.hedges.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn throttle(&self) {
        self.throttles.fetch_add(1, Ordering::Relaxed);
    }
}
