//! Measures reads by keys.

use std::sync::{Arc, Mutex, PoisonError};

use crate::client::transport::reads::RequestCounts;

/// The requests that were sent, and the cost that DynamoDB reported.
#[derive(Debug, Default)]
pub(crate) struct Meter {
    pub(super) sent: Arc<RequestCounts>,
    rcu: Mutex<f64>,
}

impl Meter {
    /// Returns the number of requests, including retries.
    pub(crate) fn requests(&self) -> usize {
        self.sent.requests()
    }

    /// Returns the number of second copies of requests whose answer was late.
    pub(crate) fn hedges(&self) -> usize {
        self.sent.hedges()
    }

    /// Returns the number of requests that DynamoDB throttled completely.
    pub(crate) fn throttles(&self) -> usize {
        self.sent.throttles()
    }

    /// Returns the read capacity units that DynamoDB reported.
    pub(crate) fn rcu(&self) -> f64 {
        *self.rcu.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn add_rcu(&self, rcu: f64) {
        *self.rcu.lock().unwrap_or_else(PoisonError::into_inner) += rcu;
    }
}
