//! One BatchWriteItem request, repeated until nothing of it is left.

use std::collections::{BTreeMap, BTreeSet};

use aws_sdk_dynamodb::{
    config,
    error::{ProvideErrorMetadata as _, SdkError},
    operation::batch_write_item::{BatchWriteItemError, BatchWriteItemOutput},
    types::WriteRequest,
};

use super::{
    super::{
        Handle,
        attempts::Attempts,
        backoff::jitter,
        failure::write_error,
        metered::Put,
        refusing::{Refusing, refusing},
        stored::{schema, stored_key},
        writes::To,
    },
    rounds::{Pending, Prepared, prepare},
};
use crate::{Entity, Error, ErrorKind, Outcome, Result, Table, key::ItemKey, monitor::Watch, throttling::Next};

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
        // A request that failed took its items with it.
        let request = |_: To, once| Some(send_once::<T, E>(handle, next.take().or_else(|| again(open).ok())?, once));
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

/// Sends one request, and tells the monitor what it took.
async fn send_once<T: Table, E: Entity>(
    handle: &Handle<T>,
    requests: Vec<WriteRequest>,
    once: config::Builder,
) -> Result<BatchWriteItemOutput, SdkError<BatchWriteItemError>> {
    let watched = handle.watch().map(|watch| {
        let puts: Vec<_> = requests.iter().filter_map(|request| Put::of(schema::<E>(), request)).collect();
        (watch, puts)
    });
    let request = handle.client().batch_write_item().request_items(handle.table_name(), requests);
    let request = request.set_return_consumed_capacity(watched.as_ref().map(|_| Watch::ASKS));
    let sent = request.customize().config_override(once).send().await;
    if let Some((watch, puts)) = watched {
        watch_puts::<E>(watch, &puts, &sent);
    }
    sent
}

fn watch_puts<E: Entity>(
    watch: &Watch,
    puts: &[Put],
    sent: &Result<BatchWriteItemOutput, SdkError<BatchWriteItemError>>,
) {
    let entity = schema::<E>();
    match sent {
        Ok(answer) => {
            let unprocessed = answer.unprocessed_items.iter().flatten().flat_map(|(_, requests)| requests);
            let left: BTreeSet<_> = unprocessed.filter_map(key_of::<E>).collect();
            let (refused, written): (Vec<_>, Vec<_>) = puts.iter().partition(|put| left.contains(&put.key));
            let written: Vec<_> = written.into_iter().map(Put::weighed).collect();
            watch.wrote(entity, &written, answer.consumed_capacity().first());
            // Which key throttled is not said: the table's is what can be known.
            refused.iter().for_each(|put| watch.refused(entity, &put.weighed(), &Refusing::table()));
        }
        Err(error) => {
            let refusing = refusing(error);
            puts.iter().for_each(|put| watch.refused(entity, &put.weighed(), &refusing));
        }
    }
}

/// The requests of what is open, made anew.
fn again<E: Entity>(open: &BTreeMap<ItemKey, Open<'_, E>>) -> Result<Vec<WriteRequest>> {
    open.values().map(|item| prepare(item.at, item.pending).map(|prepared| prepared.request)).collect()
}

fn key_of<E: Entity>(request: &WriteRequest) -> Option<ItemKey> {
    stored_key(schema::<E>(), 0, request.put_request()?.item())
}
