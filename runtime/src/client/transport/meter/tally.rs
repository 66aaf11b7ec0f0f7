//! The sum of some requests.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use aws_sdk_dynamodb::types::ConsumedCapacity;

use super::{
    Consumed,
    capacity::{Kind, add},
};

/// Counts requests as they are sent, and their capacity as it is answered.
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
    /// What the call took whose work is polled, if its span is recorded.
    /// [`UnderWay`](crate::client::transport::in_flight::UnderWay) takes it along, as it does the span.
    pub(crate) static TALLY: Arc<Tally>;
}

/// What counts the requests of the call whose work is polled.
pub(crate) fn tally() -> Option<Arc<Tally>> {
    TALLY.try_get().ok()
}
