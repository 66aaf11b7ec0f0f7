//! One BatchWriteItem request, repeated until nothing of it is left.

use std::collections::{BTreeMap, BTreeSet};

use aws_sdk_dynamodb::{error::ProvideErrorMetadata as _, types::WriteRequest};

use super::{
    super::{
        Handle,
        attempts::Attempts,
        backoff::jitter,
        failure::write_error,
        stored::{schema, stored_key},
        writes::To,
    },
    rounds::{Pending, Prepared, prepare},
};
use crate::{Entity, Error, ErrorKind, Outcome, Result, Table, key::ItemKey, throttling::Next};

/// An item whose write is not acknowledged.
pub(crate) struct Open<'a, E> {
    pub(crate) at: usize,
    pub(crate) pending: Pending<'a, E>,
}

/// What became of one chunk.
pub(crate) struct Written<'a, E> {
    pub(crate) count: usize,
    pub(crate) left: BTreeMap<ItemKey, Open<'a, E>>,
    /// Why items are left, and whether every other request would fail alike.
    pub(crate) failed: Option<(Error, bool)>,
}

/// Sends a chunk, and again what is left of it.
pub(crate) async fn write_chunk<'a, T: Table, E: Entity>(
    handle: &Handle<T>,
    chunk: Vec<Prepared<'a, E>>,
) -> Written<'a, E> {
    let all = chunk.len();
    let mut open = BTreeMap::new();
    let mut requests = Vec::with_capacity(all);
    for Prepared { at, pending, key, request } in chunk {
        open.insert(key, Open { at, pending });
        requests.push(request);
    }
    let failed = send(handle, &mut open, requests).await.err();
    Written { count: all.saturating_sub(open.len()), left: open, failed }
}

/// Leaves in `open` what is not acknowledged. The error comes with whether every other request would fail alike.
async fn send<T: Table, E: Entity>(
    handle: &Handle<T>,
    open: &mut BTreeMap<ItemKey, Open<'_, E>>,
    requests: Vec<WriteRequest>,
) -> Result<(), (Error, bool)> {
    if requests.is_empty() {
        return Ok(());
    }
    let (attempts, writes) = (Attempts::default(), handle.writes());
    let mut retry = writes.retry();
    let mut next = Some(requests);
    loop {
        let request = |_: To, once| {
            // A request that failed took its items with it.
            let items = match next.take() {
                Some(items) => items,
                None => again(open).ok()?,
            };
            let request = handle.client().batch_write_item().request_items(handle.table_name(), items);
            Some(request.customize().config_override(once).send())
        };
        let answer = match writes.send(&attempts, &mut retry, |_| false, request).await {
            Ok(answer) => answer,
            Err(error) => {
                // One item that DynamoDB does not take fails its whole request, but no other one.
                let one_of_these = error.code() == Some("ValidationException");
                let error = write_error(error, &attempts);
                let is_throttled = error.kind() == ErrorKind::Throttled;
                let ends_all = error.outcome() == Outcome::NotApplied && !one_of_these && !is_throttled;
                return Err((error, ends_all));
            }
        };
        let unprocessed = answer.unprocessed_items.unwrap_or_default();
        let requests: Vec<_> = unprocessed.into_values().flatten().collect();
        if requests.is_empty() {
            open.clear();
            return Ok(());
        }
        let left: BTreeSet<_> = requests.iter().filter_map(key_of::<E>).collect();
        open.retain(|key, _| left.contains(key));
        // They were throttled, and DynamoDB does not say why.
        let Next::SameKey { up_to } = retry.throttled(&[], |_| false) else {
            let message = format!(
                "dynamodb left it unprocessed through {} request(s); write it again when the table is less busy",
                retry.throttled_requests()
            );
            let error = Error::new(ErrorKind::Throttled, message);
            return Err((if attempts.lost() { error.outcome_unknown() } else { error }, false));
        };
        tokio::time::sleep(jitter(up_to)).await;
        next = Some(requests);
    }
}

/// The requests of what is open, made anew.
fn again<E: Entity>(open: &BTreeMap<ItemKey, Open<'_, E>>) -> Result<Vec<WriteRequest>> {
    open.values().map(|item| prepare(item.at, item.pending).map(|prepared| prepared.request)).collect()
}

fn key_of<E: Entity>(request: &WriteRequest) -> Option<ItemKey> {
    stored_key(schema::<E>(), 0, request.put_request()?.item())
}
