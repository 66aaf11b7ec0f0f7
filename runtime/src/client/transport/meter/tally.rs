//! The total of some requests.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use aws_sdk_dynamodb::types::ConsumedCapacity;

use super::{
    Consumed,
    capacity::{Kind, add},
};

/// Counts requests when they are sent, and their capacity when they are answered.
#[derive(Debug, Default)]
pub(crate) struct Tally(Mutex<Consumed>);

impl Tally {
    pub(crate) fn consumed(&self) -> Consumed {
        self.lock().clone()
    }

    pub(super) fn request(&self) {
        let mut consumed = self.lock();
        consumed.requests = consumed.requests.saturating_add(1);
    }

    pub(super) fn answer(&self, kind: Kind, capacity: &ConsumedCapacity) {
        add(&mut self.lock(), kind, capacity);
    }

    fn lock(&self) -> MutexGuard<'_, Consumed> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

tokio::task_local! {
    /// The total of the call being polled, if its span is recorded.
    /// [`UnderWay`](crate::client::transport::in_flight::UnderWay) carries it into its task, like the span.
    pub(crate) static TALLY: Arc<Tally>;
}

/// The counter of the call being polled.
pub(crate) fn tally() -> Option<Arc<Tally>> {
    TALLY.try_get().ok()
}
