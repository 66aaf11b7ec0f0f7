//! One BatchWriteItem request, repeated until nothing of it is left.

use std::collections::{BTreeMap, BTreeSet};

use aws_sdk_dynamodb::{Client, error::ProvideErrorMetadata as _, types::WriteRequest};

use super::{
    super::{
        attempts::Attempts,
        backoff::Backoff,
        failure::write_error,
        stored::{schema, stored_key},
    },
    rounds::{Pending, Prepared, prepare},
};
use crate::{Entity, Error, ErrorKind, Outcome, Result, key::ItemKey};

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
pub(crate) async fn write_chunk<'a, E: Entity>(
    client: &Client,
    table: &str,
    chunk: Vec<Prepared<'a, E>>,
) -> Written<'a, E> {
    let all = chunk.len();
    let mut open = BTreeMap::new();
    let mut requests = Vec::with_capacity(all);
    for Prepared { at, pending, key, request } in chunk {
        open.insert(key, Open { at, pending });
        requests.push(request);
    }
    let failed = send(client, table, &mut open, requests).await.err();
    Written { count: all.saturating_sub(open.len()), left: open, failed }
}

/// Leaves in `open` what is not acknowledged. The error comes with whether every other request would fail alike.
async fn send<E: Entity>(
    client: &Client,
    table: &str,
    open: &mut BTreeMap<ItemKey, Open<'_, E>>,
    mut requests: Vec<WriteRequest>,
) -> Result<(), (Error, bool)> {
    let backoff = Backoff::BATCH;
    let attempts = Attempts::default();
    for attempt in 0..backoff.tries {
        if requests.is_empty() {
            return Ok(());
        }
        backoff.before(attempt).await;
        let request = client.batch_write_item().request_items(table, requests);
        match request.customize().interceptor(attempts.clone()).send().await {
            Ok(answer) => {
                let tables = answer.unprocessed_items.unwrap_or_default();
                requests = tables.into_values().flatten().collect();
                let left: BTreeSet<_> = requests.iter().filter_map(key_of::<E>).collect();
                open.retain(|key, _| left.contains(key));
            }
            Err(error) => {
                // One item that DynamoDB does not take fails its whole request, but no other one.
                let one_of_these = error.code() == Some("ValidationException");
                let error = write_error(error, &attempts);
                if error.kind() != ErrorKind::Throttled {
                    let ends_all = error.outcome() == Outcome::NotApplied && !one_of_these;
                    return Err((error, ends_all));
                }
                if attempt.saturating_add(1) == backoff.tries {
                    return Err((error, false));
                }
                requests = again(open).map_err(|error| (error, false))?;
            }
        }
    }
    if requests.is_empty() {
        return Ok(());
    }
    let message = format!(
        "dynamodb left it unprocessed through {} requests; write it again when the table is less busy",
        backoff.tries
    );
    let error = Error::new(ErrorKind::Throttled, message);
    Err((if attempts.lost() { error.outcome_unknown() } else { error }, false))
}

/// The requests of what is open, made anew: a request that failed took them with it.
fn again<E: Entity>(open: &BTreeMap<ItemKey, Open<'_, E>>) -> Result<Vec<WriteRequest>> {
    open.values().map(|item| prepare(item.at, item.pending).map(|prepared| prepared.request)).collect()
}

fn key_of<E: Entity>(request: &WriteRequest) -> Option<ItemKey> {
    stored_key(schema::<E>(), 0, request.put_request()?.item())
}
