//! Many items by their keys.

use std::sync::Arc;

use aws_sdk_dynamodb::{
    error::BuildError, operation::batch_get_item::builders::BatchGetItemFluentBuilder, types::KeysAndAttributes,
};
use futures_util::{StreamExt as _, TryStreamExt as _, future::join_all, stream};
use tokio::time::Instant;

use super::{
    Handle, Item,
    backoff::Backoff,
    batch_write::IN_FLIGHT,
    reads::{ReadKey, Sent},
    size::item_bytes,
    stored::{key_text, scalar},
    under_way::UnderWay,
};
use crate::{
    Error, ErrorKind, Result, Table,
    key::{ItemKey, KeyScalar},
    physics::{
        capacity::{Consistency, read_units},
        limits::{BATCH_GET_ITEMS, BATCH_GET_PARTITION_BYTES, ITEM_BYTES},
    },
    schema::EntitySchema,
};

/// The items of these keys, in no particular order, however often it takes to be given all of them.
pub(crate) async fn read_keys<T: Table>(
    handle: &Handle<T>,
    entity: &'static EntitySchema,
    keys: Vec<Item>,
    consistent: bool,
) -> Result<Vec<Item>> {
    let chunks: Vec<_> =
        keys.chunks(BATCH_GET_ITEMS).map(|keys| read_whole(handle, entity, keys.to_vec(), consistent)).collect();
    let chunks: Vec<_> = stream::iter(chunks).buffered(IN_FLIGHT).try_collect().await?;
    Ok(chunks.into_iter().flatten().collect())
}

async fn read_whole<T: Table>(
    handle: &Handle<T>,
    entity: &'static EntitySchema,
    mut keys: Vec<Item>,
    consistent: bool,
) -> Result<Vec<Item>> {
    let mut items = Vec::new();
    read_chunk(handle, entity, &mut keys, consistent, &mut items).await?;
    match keys.len() {
        0 => Ok(items),
        left => Err(unprocessed(handle, left).at_key(first_of::<T>(&keys))),
    }
}

/// Items by their keys, as far as they could be read.
#[derive(Default)]
pub(crate) struct KeysRead {
    pub(crate) items: Vec<Item>,
    /// The keys that could not be read, and why.
    pub(crate) unread: Vec<(Item, Error)>,
}

/// The items of these keys, and the keys that could not be read.
///
/// DynamoDB returns the keys of a partition that fails as unprocessed. Where a whole request fails, by a time-out for
/// instance, its keys are asked one by one, so that one of them does not hide the others.
///
/// # Errors
///
/// The first failure whose reason is not one key's.
pub(crate) async fn read_keys_partially<T: Table>(
    handle: &Handle<T>,
    entity: &'static EntitySchema,
    keys: Vec<Item>,
    consistent: bool,
) -> Result<KeysRead> {
    let chunks: Vec<_> =
        keys.chunks(BATCH_GET_ITEMS).map(|keys| read_partly(handle, entity, keys.to_vec(), consistent)).collect();
    let mut chunks = stream::iter(chunks).buffered(IN_FLIGHT);
    let mut all = KeysRead::default();
    while let Some(read) = chunks.try_next().await? {
        all.items.extend(read.items);
        all.unread.extend(read.unread);
    }
    Ok(all)
}

async fn read_partly<T: Table>(
    handle: &Handle<T>,
    entity: &'static EntitySchema,
    mut left: Vec<Item>,
    consistent: bool,
) -> Result<KeysRead> {
    let mut read = KeysRead::default();
    match read_chunk(handle, entity, &mut left, consistent, &mut read.items).await {
        Ok(()) => read.unread.extend(left.into_iter().map(|key| {
            let error = unprocessed(handle, 1).at_key(first_of::<T>(std::slice::from_ref(&key)));
            (key, error)
        })),
        Err(error) if is_of_one_key(&error) => {
            let reads = left.into_iter().map(|key| async {
                let read = read_key(handle, entity, &key, consistent).await;
                (key, read)
            });
            for (key, answer) in join_all(reads).await {
                match answer {
                    Ok(item) => read.items.extend(item),
                    Err(error) if is_of_one_key(&error) => read.unread.push((key, error)),
                    Err(error) => return Err(error),
                }
            }
        }
        Err(error) => return Err(error),
    }
    Ok(read)
}

/// Whether another key may well be read: the table is there, and the request is as DynamoDB takes it.
fn is_of_one_key(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::Throttled | ErrorKind::Service)
}

/// The item of one key.
async fn read_key<T: Table>(
    handle: &Handle<T>,
    entity: &'static EntitySchema,
    key: &Item,
    consistent: bool,
) -> Result<Option<Item>> {
    let keys = std::slice::from_ref(key);
    let consistency = if consistent { Consistency::Strong } else { Consistency::Eventual };
    let request = handle.client().get_item().table_name(handle.table_name());
    let request = request.set_key(Some(key.clone())).set_consistent_read(consistent.then_some(true));
    let (reads, partitions) = (Arc::clone(handle.reads()), partitions_of::<T>(keys));
    let answer = UnderWay::begin(async move {
        let send = |once| request.clone().customize().config_override(once).send();
        match partitions.first() {
            Some(partition) => reads
                .send(ReadKey::get(partition).of(entity, 0, consistency), &Sent::default(), send)
                .await
                .map(|answer| answer.item),
            None => Ok(None),
        }
    });
    answer.await.map_err(|error| error.at_key(first_of::<T>(keys)))
}

/// One request for up to 100 keys.
pub(crate) fn request<T: Table>(
    handle: &Handle<T>,
    keys: Vec<Item>,
    consistent: bool,
) -> Result<BatchGetItemFluentBuilder> {
    let keys = KeysAndAttributes::builder().set_keys(Some(keys)).set_consistent_read(consistent.then_some(true));
    Ok(handle.client().batch_get_item().request_items(handle.table_name(), keys.build().map_err(build_error)?))
}

/// Reads up to 100 keys; in `keys` are left those that stay unprocessed or, on an error, those that it was to be for.
async fn read_chunk<T: Table>(
    handle: &Handle<T>,
    entity: &'static EntitySchema,
    keys: &mut Vec<Item>,
    consistent: bool,
    items: &mut Vec<Item>,
) -> Result<()> {
    let consistency = if consistent { Consistency::Strong } else { Consistency::Eventual };
    let backoff = Backoff { tries: handle.reads().throttled_tries(), ..Backoff::BATCH };
    let mut throttled = 0_u32;
    loop {
        let asked_for = keys.len();
        let (partitions, first) = (partitions_of::<T>(keys), first_of::<T>(keys));
        let asked = if handle.watch().is_some() { keys.clone() } else { Vec::new() };
        let request = request(handle, keys.clone(), consistent)?;
        let sent = Instant::now();
        let reads = Arc::clone(handle.reads());
        let answer = UnderWay::begin(async move {
            let send = |once| request.clone().customize().config_override(once).send();
            reads.send(ReadKey::batch(&partitions).of(entity, 0, consistency), &Sent::default(), send).await
        });
        let answer = answer.await.map_err(|error| error.at_key(first))?;
        let found: Vec<_> = answer.responses.into_iter().flat_map(|tables| tables.into_values().flatten()).collect();
        *keys = answer
            .unprocessed_keys
            .into_iter()
            .flat_map(|tables| tables.into_values())
            .flat_map(|of| of.keys)
            .collect();
        let is_cut = keys.len() < asked_for && may_be_cut(&found);
        if handle.watch().is_some() {
            let answered: Vec<_> = asked.into_iter().filter(|key| !keys.contains(key)).collect();
            let partitions = partitions_of::<T>(&answered);
            let units = answered.iter().map(|key| read_units(bytes_of(key, &found), consistency));
            let key = ReadKey::batch(&partitions).of(entity, 0, consistency);
            handle.reads().consumed(key, partitions.iter().zip(units));
            if !is_cut {
                handle.reads().refused(key, &partitions_of::<T>(keys));
            }
        }
        items.extend(found);
        if keys.is_empty() {
            return Ok(());
        }
        if is_cut {
            continue;
        }
        handle.reads().throttled(&partitions_of::<T>(keys), sent);
        throttled = throttled.saturating_add(1);
        if throttled >= backoff.tries {
            return Ok(());
        }
        backoff.before(throttled).await;
    }
}

/// Whether an answer with these items may have been cut for its size, and the rest was not throttled.
fn may_be_cut(found: &[Item]) -> bool {
    found.iter().map(item_bytes).sum::<u64>().saturating_add(ITEM_BYTES) > BATCH_GET_PARTITION_BYTES
}

fn unprocessed<T: Table>(handle: &Handle<T>, keys: usize) -> Error {
    let tries = handle.reads().throttled_tries();
    let keys = if keys == 1 { "1 key".to_owned() } else { format!("{keys} keys") };
    let message =
        format!("{keys} stayed unprocessed through {tries} request(s); repeat it when the table is less busy");
    Error::new(ErrorKind::Throttled, message)
}

/// The first of these keys, as errors show it.
fn first_of<T: Table>(keys: &[Item]) -> String {
    let value = |name: &str| keys.first().and_then(|key| key.get(name)).and_then(scalar);
    let sort = T::SCHEMA.sort_key.and_then(|sort| value(sort.name));
    let partition = value(T::SCHEMA.partition_key.name);
    partition.map(|partition| key_text(&ItemKey { partition, sort })).unwrap_or_default()
}

/// The size of the item of a key; 0 if it is not among these.
fn bytes_of(key: &Item, items: &[Item]) -> u64 {
    let is_its = |item: &&Item| key.iter().all(|(name, value)| item.get(name) == Some(value));
    items.iter().find(is_its).map_or(0, item_bytes)
}

fn partitions_of<T: Table>(keys: &[Item]) -> Vec<KeyScalar> {
    let name = const { T::SCHEMA.partition_key.name };
    keys.iter().filter_map(|key| key.get(name).and_then(scalar)).collect()
}

pub(crate) fn build_error(error: BuildError) -> Error {
    Error::new(ErrorKind::InvalidArgument, error.to_string()).caused_by(error)
}
