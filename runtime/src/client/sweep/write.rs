//! Sends the requests of a sweep that write an item, and the request that reads its current state.

use std::sync::atomic::Ordering;

use aws_sdk_dynamodb::{
    error::{ProvideErrorMetadata, SdkError},
    types::{ConsumedCapacity, ReturnConsumedCapacity},
};

use super::{Change, change::Action, outcome::Written, run::Run};
use crate::{
    Item, Result,
    client::{
        item_bytes,
        transport::{
            attempts::Attempts,
            failure::{failure, rejected_before_sending, write_error},
            failure_class::Failure,
            once::{Once, send_once},
            reads::{ReadKey, RequestCounts},
            watch_write::{WriteError, watch_write},
            writes::Repeats,
        },
    },
    item::{locate::key_item, stored::key_text},
    key::ItemKey,
    monitor::Watch,
    physics::capacity::{Consistency, read_units, write_units},
};

impl Run<'_> {
    /// Writes a change, within the rate limit.
    pub(super) async fn write(
        &self,
        key: &ItemKey,
        change: &Change,
        stored: &Item,
        attempts: &Attempts,
    ) -> Result<Written> {
        if let Some(sentinels) = &change.sentinels {
            return self.write_unique(key, change, sentinels, attempts).await;
        }
        if let Action::Move | Action::Supersede { .. } = &change.action {
            return self.write_two_keys(key, change, stored, attempts).await;
        }
        self.writes.turn(change.units).await;
        let pending_requests =
            if self.handle.watch().is_some() { Watch::RETURN_CONSUMED } else { ReturnConsumedCapacity::Total };
        let (written, cost) = match &change.action {
            Action::Update { set, remove } => {
                let send = |once: Once| {
                    let request = once.client().update_item().table_name(self.handle.table_name());
                    let request = request.set_key(Some(key_item(self.entity, key)));
                    let request =
                        change.onto_update(set, remove, request.return_consumed_capacity(pending_requests.clone()));
                    let sending = send_once!(request, once);
                    async { sending.await.map(|answer| answer.consumed_capacity) }
                };
                self.send(key, change, stored, attempts, send).await?
            }
            Action::Delete | Action::Move | Action::Supersede { .. } => {
                let send = |once: Once| {
                    let request = once.client().delete_item().table_name(self.handle.table_name());
                    let request = request.set_key(Some(key_item(self.entity, key)));
                    let request = change.onto_delete(request.return_consumed_capacity(pending_requests.clone()));
                    let sending = send_once!(request, once);
                    async { sending.await.map(|answer| answer.consumed_capacity) }
                };
                self.send(key, change, stored, attempts, send).await?
            }
        };
        self.writes.settle(change.units, cost);
        self.count(|report| report.wcu += cost);
        Ok(written)
    }

    /// Sends a write until there is a response. Returns the outcome and the consumed capacity.
    async fn send<X, F>(
        &self,
        key: &ItemKey,
        change: &Change,
        stored: &Item,
        attempts: &Attempts,
        request: impl Fn(Once) -> F,
    ) -> Result<(Written, f64)>
    where
        F: Future<Output = Result<Option<ConsumedCapacity>, SdkError<X>>>,
        X: WriteError,
    {
        let writes = self.handle.writes();
        let once = |_, once| {
            let sending = request(once);
            Some(async {
                let sent = sending.await;
                self.record_result(key, change, &sent);
                sent
            })
        };
        let error = match writes.send(Repeats::Failed, attempts, &mut writes.background_tries(), |_| false, once).await
        {
            Ok(consumed) => {
                let consumed = consumed.and_then(|consumed| consumed.capacity_units);
                return Ok((Written::Done, consumed.unwrap_or(change.units)));
            }
            Err(error) => error,
        };
        match error.as_service_error().and_then(X::failed_condition) {
            Some(now) => {
                let cost = write_units(item_bytes(now.unwrap_or(stored))) as f64;
                // Some endpoints do not return the stored item.
                let now = match now {
                    Some(now) => Some(now.clone()),
                    None => self.get(key).await?,
                };
                Ok((Written::Changed(now), cost))
            }
            None if error.code() == Some("ValidationException") || rejected_before_sending(&error).is_some() => {
                Ok((Written::Refused(write_error(error, attempts)), 0.0))
            }
            None => Err(write_error(error, attempts).at_key(key_text(self.entity, key))),
        }
    }

    /// Records the result of one request, for the report and for the monitor.
    fn record_result<X>(&self, key: &ItemKey, change: &Change, sent: &Result<Option<ConsumedCapacity>, SdkError<X>>)
    where
        X: WriteError,
    {
        if sent.as_ref().is_err_and(|error| failure(error) == Failure::Throttled) {
            self.throttles.fetch_add(1, Ordering::Relaxed);
        }
        let Some(watch) = self.handle.watch() else { return };
        watch_write(watch, self.entity, change.item_write(key), None, sent.as_ref().map(Option::as_ref));
    }

    /// Reads the item currently stored under a key.
    pub(super) async fn get(&self, key: &ItemKey) -> Result<Option<Item>> {
        let send = |once: Once| {
            let request = once.client().get_item().table_name(self.handle.table_name()).consistent_read(true);
            send_once!(request.set_key(Some(key_item(self.entity, key))), once)
        };
        let (reads, sent) = (self.handle.reads(), RequestCounts::default());
        let answer = reads.send(&ReadKey::get(&key.partition).in_background(), &sent, send).await;
        let throttles = u64::try_from(sent.throttles()).unwrap_or(u64::MAX);
        self.throttles.fetch_add(throttles, Ordering::Relaxed);
        let item = answer.map_err(|error| error.at_key(key_text(self.entity, key)))?.item;
        let cost = read_units(item.as_ref().map_or(0, item_bytes), Consistency::Strong);
        self.pages.settle(0.0, cost);
        self.count(|report| report.rcu += cost);
        Ok(item)
    }
}
