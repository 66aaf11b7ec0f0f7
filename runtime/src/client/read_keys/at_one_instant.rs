//! Reads items at one instant, in a read transaction.

use std::sync::Arc;

use aws_sdk_dynamodb::{
    error::SdkError,
    operation::transact_get_items::{TransactGetItemsError, builders::TransactGetItemsFluentBuilder},
    types::{Get, TransactGetItem},
};

use crate::{
    Error, Result,
    client::{
        Connection,
        transport::{
            body::Operation,
            cancellation::{Input, cancellation_error},
            cancellation_reasons::{THROTTLES, cancelled, without_items},
            failure::build_error,
            in_flight::SpawnedTask,
            once::{Once, send_once},
            reads::{ReadKey, Reads, RequestCounts},
            throttled_keys::refusing,
        },
    },
    item::{locate::key_item, read_item::ReadItem, stored::key_text},
    key::{ItemKey, KeyScalar},
    physics::{
        capacity::{Consistency, transaction_read_units},
        limits::TRANSACTION_ITEMS,
    },
    schema::EntitySchema,
};

/// A key of a read transaction.
pub(crate) struct RequestedKey {
    pub(crate) entity: &'static EntitySchema,
    pub(crate) key: ItemKey,
    /// The position of the first input that requests it.
    pub(crate) position: usize,
}

/// Returns the SDK's request for these keys.
pub(crate) fn request(handle: &Connection, keys: &[RequestedKey]) -> Result<TransactGetItemsFluentBuilder> {
    Ok(handle.client().transact_get_items().set_transact_items(Some(items(handle, keys)?)))
}

/// Returns the items of the request.
fn items(handle: &Connection, keys: &[RequestedKey]) -> Result<Vec<TransactGetItem>> {
    let mut items = Vec::with_capacity(keys.len());
    for requested in keys {
        let get =
            Get::builder().table_name(handle.table_name()).set_key(Some(key_item(requested.entity, &requested.key)));
        items.push(TransactGetItem::builder().get(get.build().map_err(build_error)?).build());
    }
    Ok(items)
}

/// Reads the items of one entity's keys at one instant. More than 100 keys are read in several transactions.
pub(crate) async fn items_of(
    handle: &Connection,
    entity: &'static EntitySchema,
    keys: impl IntoIterator<Item = ItemKey>,
) -> Result<Vec<ReadItem>> {
    let requested: Vec<_> = keys.into_iter().map(|key| RequestedKey { entity, key, position: 0 }).collect();
    let mut items = Vec::new();
    for keys in requested.chunks(TRANSACTION_ITEMS) {
        items.extend(send(handle, keys).await?.into_iter().flatten());
    }
    Ok(items)
}

/// Reads the items of these keys at one instant.
pub(crate) async fn send(handle: &Connection, keys: &[RequestedKey]) -> Result<Vec<Option<ReadItem>>> {
    let (request_items, reads) = (items(handle, keys)?, Arc::clone(handle.reads()));
    let entities: Vec<_> = keys.iter().map(|requested| requested.entity).collect();
    let partitions: Vec<_> = keys.iter().map(|requested| requested.key.partition.clone()).collect();
    let answer = SpawnedTask::begin(Box::pin(async move {
        let watched = Watched { reads: &reads, entities: &entities, partitions: &partitions };
        let send = |once: Once| async {
            let request = once.client().transact_get_items().set_transact_items(Some(request_items.clone()));
            let answer = reads.keeping(Operation::TransactGet, send_once!(request, once)).await;
            let answer = answer.map(|(output, page)| {
                let parsed = output.responses.into_iter().flatten().map(|response| response.item);
                ReadItem::each(page, parsed)
            });
            watched.record_consumed(&answer);
            answer
        };
        reads.send(&ReadKey::transaction(&partitions), &RequestCounts::default(), send).await
    }));
    let mut items = answer.await.map_err(|error| named(error, keys))?;
    items.resize(keys.len(), None);
    Ok(items)
}

/// Maps the reasons of the error to the keys.
fn named(error: Error, keys: &[RequestedKey]) -> Error {
    let source = std::error::Error::source(&error).and_then(|source| source.downcast_ref());
    let Some(reasons) = source.and_then(|source: &SdkError<TransactGetItemsError>| cancelled(source)) else {
        return error;
    };
    let stripped = source.and_then(|source| {
        without_items(source, cancelled(source)?, TransactGetItemsError::TransactionCanceledException)
    });
    let input = |at: usize| {
        let RequestedKey { entity, key, position } = keys.get(at)?;
        let key = key_text(entity, key);
        Some(Input { position: *position, name: "get", entity: entity.name, key, is_sentinel: false, field: None })
    };
    let named = cancellation_error(reasons, "key", input, |_, _| None);
    stripped.into_iter().fold(named, Error::caused_by)
}

/// The monitor of a transaction's reads.
struct Watched<'a> {
    reads: &'a Reads,
    entities: &'a [&'static EntitySchema],
    partitions: &'a [KeyScalar],
}

impl Watched<'_> {
    /// Reports the consumed capacity of one request to the monitor.
    fn record_consumed(&self, answer: &Result<Vec<Option<ReadItem>>, SdkError<TransactGetItemsError>>) {
        if self.reads.watch().is_none() {
            return;
        }
        let error = match answer {
            Ok(items) => {
                let bytes = items.iter().map(|item| item.as_ref().map_or(0, ReadItem::bytes));
                return self.keys().zip(bytes).for_each(|((key, partition), bytes)| {
                    self.reads.consumed(&key, [(partition, transaction_read_units(bytes))]);
                });
            }
            Err(error) => error,
        };
        let reasons = cancelled(error).map(|cancelled| cancelled.cancellation_reasons());
        let is_refused = |at: usize| match reasons {
            Some(reasons) => {
                reasons.get(at).and_then(|reason| reason.code()).is_some_and(|code| THROTTLES.contains(&code))
            }
            None => refusing(error).is_by(None),
        };
        for (_, (key, partition)) in self.keys().enumerate().filter(|(at, _)| is_refused(*at)) {
            self.reads.refused(&key, std::slice::from_ref(partition));
        }
    }

    fn keys(&self) -> impl Iterator<Item = (ReadKey<'_>, &KeyScalar)> {
        self.entities
            .iter()
            .zip(self.partitions)
            .map(|(entity, partition)| (ReadKey::get(partition).of(entity, 0, Consistency::Strong), partition))
    }
}
