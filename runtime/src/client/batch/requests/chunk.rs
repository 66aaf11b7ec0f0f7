//! Sends one BatchWriteItem request, and retries its unprocessed items.

use std::collections::{BTreeMap, BTreeSet};

use aws_sdk_dynamodb::{
    error::{ProvideErrorMetadata as _, SdkError},
    operation::batch_write_item::{BatchWriteItemError, BatchWriteItemOutput},
    types::WriteRequest,
};

use super::{Batch, BatchWrite, rounds::Prepared};
use crate::{
    Error, ErrorKind, Outcome, Result,
    client::transport::{
        attempts::Attempts,
        backoff::jitter,
        failure::write_error,
        once::{Once, send_once},
        throttled_keys::refusing,
        writes::{Repeats, To},
    },
    item::stored::table_key_of,
    key::ItemKey,
    monitor::{Watch, writes::OwnedItemWrite},
    schema::TableSchema,
    throttling::{Next, Refusing},
};

/// The positions of the writes that are not acknowledged, by their keys.
type Open = BTreeMap<ItemKey, usize>;

/// The result of one chunk.
pub(crate) struct ChunkOutcome {
    pub(crate) written: usize,
    pub(crate) left: Open,
    /// The reason of leftovers, and whether every other request would fail for the same reason.
    pub(crate) failed: Option<(Error, bool)>,
}

/// Sends a chunk, and retries unprocessed writes.
pub(crate) async fn write_chunk<W: BatchWrite>(batch: &Batch<'_, W>, chunk: Vec<Prepared>) -> ChunkOutcome {
    let all = chunk.len();
    let mut open = Open::new();
    let mut requests = Vec::with_capacity(all);
    for Prepared { at, key, request } in chunk {
        open.insert(key, at);
        requests.push(request);
    }
    let failed = send(batch, &mut open, requests).await.err();
    ChunkOutcome { written: all.saturating_sub(open.len()), left: open, failed }
}

/// Sends the writes in `open`, and removes those that are acknowledged. The error says whether every other request
/// would fail for the same reason.
async fn send<W: BatchWrite>(
    batch: &Batch<'_, W>,
    open: &mut Open,
    requests: Vec<WriteRequest>,
) -> Result<(), (Error, bool)> {
    if requests.is_empty() {
        return Ok(());
    }
    let (attempts, writes) = (Attempts::default(), batch.handle.writes());
    let mut tries = writes.tries();
    let mut next = Some(requests);
    loop {
        // A failed request has consumed its items.
        let request = |_: To, once| {
            Some(send_once(batch, open, next.take().or_else(|| rebuild_requests(batch, open).ok())?, once))
        };
        let answer = match writes.send(Repeats::Failed, &attempts, &mut tries, |_| false, request).await {
            Ok(answer) => answer,
            Err(error) => {
                // An item that DynamoDB rejects fails its whole request, but no other request.
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
        let table = batch.handle.schema();
        let left: BTreeSet<_> = requests.iter().filter_map(|request| key_of(table, request)).collect();
        open.retain(|key, _| left.contains(key));
        // They were throttled, and DynamoDB does not report the reason.
        let is_repeated = match tries.retry.throttled(&[], |_| false) {
            Next::SameKey { up_to } => tries.waits.wait(jitter(up_to)).await,
            Next::OtherShard | Next::GiveUp => false,
        };
        if !is_repeated {
            let message = format!(
                "dynamodb left it unprocessed through {} request(s); write it again when the table is less busy",
                tries.retry.throttled_requests()
            );
            let error = Error::new(ErrorKind::Throttled, message);
            return Err((attempts.in_doubt(error), false));
        }
        next = Some(requests);
    }
}

/// Sends one request, and reports its consumed capacity to the monitor.
async fn send_once<W: BatchWrite>(
    batch: &Batch<'_, W>,
    open: &Open,
    requests: Vec<WriteRequest>,
    once: Once,
) -> Result<BatchWriteItemOutput, SdkError<BatchWriteItemError>> {
    let handle = batch.handle;
    let watched = handle.watch().map(|watch| {
        let weighable = |request: &WriteRequest| {
            let at = open.get(&key_of(batch.handle.schema(), request)?)?;
            OwnedItemWrite::of(batch.writes.get(*at)?.entity(), request)
        };
        (watch, requests.iter().filter_map(weighable).collect::<Vec<_>>())
    });
    let request = once.client().batch_write_item().request_items(handle.table_name(), requests);
    let request = request.set_return_consumed_capacity(watched.as_ref().map(|_| Watch::RETURN_CONSUMED));
    let sent = send_once!(request, once).await;
    if let Some((watch, writes)) = watched {
        watch_writes(batch.handle.schema(), watch, &writes, &sent);
    }
    sent
}

fn watch_writes(
    table: &TableSchema,
    watch: &Watch,
    writes: &[OwnedItemWrite],
    sent: &Result<BatchWriteItemOutput, SdkError<BatchWriteItemError>>,
) {
    match sent {
        Ok(answer) => {
            let unprocessed = answer.unprocessed_items.iter().flatten().flat_map(|(_, requests)| requests);
            let left: BTreeSet<_> = unprocessed.filter_map(|request| key_of(table, request)).collect();
            let (refused, written): (Vec<_>, Vec<_>) = writes.iter().partition(|write| left.contains(&write.key));
            let written: Vec<_> = written.into_iter().map(|write| (write.entity, write.item_write())).collect();
            watch.record_writes(&written, answer.consumed_capacity().first());
            // DynamoDB does not report which key was throttled, so the throttle counts for the table's key.
            refused.iter().for_each(|write| watch.refused(write.entity, &write.item_write(), &Refusing::table()));
        }
        Err(error) => {
            let refusing = refusing(error);
            writes.iter().for_each(|write| watch.refused(write.entity, &write.item_write(), &refusing));
        }
    }
}

/// Makes the requests of the open writes again.
fn rebuild_requests<W: BatchWrite>(batch: &Batch<'_, W>, open: &Open) -> Result<Vec<WriteRequest>> {
    open.values().map(|at| batch.prepare(*at).map(|prepared| prepared.request)).collect()
}

fn key_of(table: &TableSchema, request: &WriteRequest) -> Option<ItemKey> {
    table_key_of(
        table,
        match request.put_request() {
            Some(put) => put.item(),
            None => request.delete_request()?.key(),
        },
    )
}
