//! The totals of requests.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use aws_sdk_dynamodb::types::ConsumedCapacity;

use super::{
    Consumed,
    capacity::{Kind, add},
};
use crate::throttling::Throttle;

/// Counts requests when they are sent, their capacity when they are answered, and the reasons of throttles.
#[derive(Debug, Default)]
pub(crate) struct Tally(Mutex<Totals>);

/// The counts of a [`Tally`].
#[derive(Debug, Clone, Default)]
pub(crate) struct Totals {
    pub(crate) consumed: Consumed,
    pub(crate) throttles: BTreeMap<ThrottledPlace, u64>,
    /// The partition keys that a query has read, and its rounds of requests. `None` for other calls.
    pub(crate) fan_out: Option<FanOut>,
}

/// The reason of a throttle, and the index. Without DynamoDB's reasons, both are `None`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct ThrottledPlace {
    /// As in `TableWriteKeyRangeThroughputExceeded`.
    pub(crate) reason: Option<String>,
    pub(crate) index: Option<String>,
}

/// The extent of a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FanOut {
    pub(crate) lanes: usize,
    pub(crate) rounds: usize,
}

impl Totals {
    /// Returns the number of throttled requests. A request with several reasons counts for each.
    pub(crate) fn throttled(&self) -> u64 {
        self.throttles.values().sum()
    }
}

impl Tally {
    pub(crate) fn totals(&self) -> Totals {
        self.lock().clone()
    }

    pub(crate) fn consumed(&self) -> Consumed {
        self.lock().consumed.clone()
    }

    pub(super) fn request(&self) {
        let consumed = &mut self.lock().consumed;
        consumed.requests = consumed.requests.saturating_add(1);
    }

    pub(super) fn answer(&self, kind: Kind, capacity: &ConsumedCapacity) {
        add(&mut self.lock().consumed, kind, capacity);
    }

    fn throttled(&self, throttles: &[Throttle]) {
        let totals = &mut self.lock().throttles;
        let mut count = |place: ThrottledPlace| *totals.entry(place).or_default() += 1;
        if throttles.is_empty() {
            count(ThrottledPlace::default());
        }
        for throttle in throttles {
            let index = throttle.index().map(str::to_owned);
            count(ThrottledPlace { reason: Some(throttle.reason().to_string()), index });
        }
    }

    fn lock(&self) -> MutexGuard<'_, Totals> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

tokio::task_local! {
    /// The total of the call being polled, if its span is recorded or its metrics are published.
    /// [`SpawnedTask`](crate::client::transport::in_flight::SpawnedTask) passes it to its task, like the span.
    pub(crate) static TALLY: Arc<Tally>;
}

/// Returns the counter of the call being polled.
pub(crate) fn tally() -> Option<Arc<Tally>> {
    TALLY.try_get().ok()
}

/// Counts a throttled request of the call being polled.
pub(crate) fn record_throttles(throttles: &[Throttle]) {
    if let Some(tally) = tally() {
        tally.throttled(throttles);
    }
}

/// Sets the extent of the query being polled.
pub(crate) fn record_fan_out(fan_out: FanOut) {
    if let Some(tally) = tally() {
        tally.lock().fan_out = Some(fan_out);
    }
}
