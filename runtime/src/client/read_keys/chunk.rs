//! Reads up to 100 keys in one request, and retries unprocessed keys.

use std::sync::Arc;

use aws_sdk_dynamodb::{error::SdkError, types::ConsumedCapacity};
use futures_util::future::join_all;
use tokio::time::Instant;

use super::{KeyReads, KeysRead, request::ChunkRequest};
use crate::{
    Error, ErrorKind, Item, Result,
    client::{
        Connection,
        transport::{
            body::{Answered, Operation},
            in_flight::SpawnedTask,
            once::{Once, send_once},
            reads::ReadKey,
        },
    },
    item::{
        attributed::{Attributed as _, Scalar},
        read_item::ReadItem,
        stored::{key_text, scalar, table_key_of},
    },
    key::KeyScalar,
    physics::{
        capacity::{Consistency, most_bytes_read, read_units},
        limits::{BATCH_GET_PARTITION_BYTES, ITEM_BYTES},
    },
    schema::EntitySchema,
};

/// An answer that may not cover every key.
struct PartialAnswer<'k> {
    keys: &'k [Item],
    items: &'k [ReadItem],
    /// Its total cost, if that was requested.
    units: Option<f64>,
}

impl KeyReads<'_> {
    pub(super) async fn read_all(&self, handle: &Connection, mut keys: Vec<Item>) -> Result<Vec<ReadItem>> {
        let mut items = Vec::new();
        self.read_chunk(handle, &mut keys, &mut items).await?;
        match keys.first() {
            None => Ok(items),
            Some(first) => {
                let error = unprocessed(handle, keys.len()).at_key(self.first_of(handle, &keys));
                Err(error.of_entity((self.entity_of)(first).name))
            }
        }
    }

    pub(super) async fn read_available(&self, handle: &Connection, mut left: Vec<Item>) -> Result<KeysRead> {
        let mut read = KeysRead::default();
        match self.read_chunk(handle, &mut left, &mut read.items).await {
            Ok(()) => read.unread.extend(left.into_iter().map(|key| {
                let error = unprocessed(handle, 1).at_key(self.first_of(handle, std::slice::from_ref(&key)));
                (key, error)
            })),
            Err(error) if is_of_one_key(&error) => {
                let reads = left.into_iter().map(|key| async {
                    let read = self.read_key(handle, &key).await;
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

    /// Reads the item of one key.
    async fn read_key(&self, handle: &Connection, key: &Item) -> Result<Option<ReadItem>> {
        let keys = std::slice::from_ref(key);
        let (entity, consistency) = ((self.entity_of)(key), self.consistency());
        let (sender, partitions) = (handle.clone(), partitions_of(handle, keys));
        let sent = self.meter.map(|meter| Arc::clone(&meter.sent)).unwrap_or_default();
        let request = ChunkRequest::of(self, keys.to_vec());
        let answer = SpawnedTask::begin(Box::pin(async move {
            let reads = sender.reads();
            let send = |once: Once| async {
                let sending = send_once!(request.of_one_key(&sender, once.client()), once);
                let (answer, page) = request.keeping(reads, Operation::Get, sending).await?;
                Ok(ReadItem::all(page, answer.item).pop())
            };
            match partitions.first() {
                Some(partition) => reads.send(&ReadKey::get(partition).of(entity, 0, consistency), &sent, send).await,
                None => Ok(None),
            }
        }));
        answer.await.map_err(|error| error.at_key(self.first_of(handle, keys)))
    }

    /// Reads up to 100 keys. Afterwards `keys` contains those that remain unprocessed or, on an error, those of the
    /// failed request.
    async fn read_chunk(&self, handle: &Connection, keys: &mut Vec<Item>, items: &mut Vec<ReadItem>) -> Result<()> {
        let mut tries = handle.reads().retries().throttled();
        loop {
            let asked_for = keys.len();
            let (partitions, first) = (partitions_of(handle, keys), self.first_of(handle, keys));
            let of = self.only_entity(keys);
            let (consistency, begun) = (self.consistency(), Instant::now());
            let request = Arc::new(ChunkRequest::of(self, std::mem::take(keys)));
            let sent = self.meter.map(|meter| Arc::clone(&meter.sent)).unwrap_or_default();
            let (asking, sender) = (Arc::clone(&request), handle.clone());
            let answer = SpawnedTask::begin(Box::pin(async move {
                let reads = sender.reads();
                let send = |once: Once| async {
                    let request = asking.of_keys(&sender, once.client()).map_err(SdkError::construction_failure)?;
                    let sending = send_once!(request, once);
                    let (mut output, page) = asking.keeping(reads, Operation::BatchGet, sending).await?;
                    let tables = output.responses.take().into_iter().flatten();
                    let items = ReadItem::all(page, tables.flat_map(|(_, items)| items));
                    Ok(Answered { output, items })
                };
                let key = ReadKey::batch(&partitions);
                let key = of.map_or(key, |entity| key.of(entity, 0, consistency));
                reads.send(&key, &sent, send).await
            }));
            let Answered { output: answer, items: found } = match answer.await {
                Ok(answered) => answered,
                Err(error) => {
                    keys.clone_from(&request.keys);
                    return Err(error.at_key(first));
                }
            };
            let units = answer.consumed_capacity.as_deref().and_then(units_of);
            if let (Some(meter), Some(units)) = (self.meter, units) {
                meter.add_rcu(units);
            }
            *keys = answer
                .unprocessed_keys
                .into_iter()
                .flat_map(|tables| tables.into_values())
                .flat_map(|of| of.keys)
                .collect();
            let is_cut = !keys.is_empty() && keys.len() < asked_for && self.may_be_cut(&found, units);
            if handle.watch().is_some() {
                let answered: Vec<_> = request.keys.iter().filter(|key| !keys.contains(key)).cloned().collect();
                self.record_consumed(handle, &PartialAnswer { keys: &answered, items: &found, units });
                if !is_cut {
                    self.record_throttled(handle, keys);
                }
            }
            items.extend(found);
            if keys.is_empty() {
                return Ok(());
            }
            if is_cut {
                continue;
            }
            handle.reads().throttled(&partitions_of(handle, keys), begun);
            if !tries.again().await {
                return Ok(());
            }
        }
    }

    fn consistency(&self) -> Consistency {
        if self.consistent { Consistency::Strong } else { Consistency::Eventual }
    }

    /// Returns the entity of all these keys, if they have one in common.
    fn only_entity(&self, keys: &[Item]) -> Option<&'static EntitySchema> {
        let mut entities = keys.iter().map(self.entity_of);
        let first = entities.next()?;
        entities.all(|entity| std::ptr::eq(entity, first)).then_some(first)
    }

    /// Whether an answer with these items may have been truncated because of its size, so that the rest was not
    /// throttled.
    ///
    /// DynamoDB limits the size of whole items. If only a part of each is returned, their cost determines their size.
    fn may_be_cut(&self, found: &[ReadItem], units: Option<f64>) -> bool {
        let bytes = match (self.attributes, units) {
            (Some(_), Some(units)) => most_bytes_read(units, self.consistency()),
            _ => found.iter().map(ReadItem::bytes).sum::<u64>(),
        };
        bytes.saturating_add(ITEM_BYTES) > BATCH_GET_PARTITION_BYTES
    }

    fn record_consumed(&self, handle: &Connection, answered: &PartialAnswer<'_>) {
        let consistency = self.consistency();
        let share =
            answered.units.filter(|_| self.attributes.is_some()).map(|units| units / answered.keys.len() as f64);
        for keys in self.by_entity(answered.keys) {
            let Some(entity) = keys.first().map(self.entity_of) else { continue };
            let partitions = partitions_of(handle, keys);
            let units =
                keys.iter().map(|key| share.unwrap_or_else(|| read_units(bytes_of(key, answered.items), consistency)));
            let key = ReadKey::batch(&partitions).of(entity, 0, consistency);
            handle.reads().consumed(&key, partitions.iter().zip(units));
        }
    }

    fn record_throttled(&self, handle: &Connection, keys: &[Item]) {
        for keys in self.by_entity(keys) {
            let Some(entity) = keys.first().map(self.entity_of) else { continue };
            let partitions = partitions_of(handle, keys);
            handle.reads().refused(&ReadKey::batch(&partitions).of(entity, 0, self.consistency()), &partitions);
        }
    }

    /// Returns the first of these keys, formatted for errors.
    fn first_of(&self, handle: &Connection, keys: &[Item]) -> String {
        let first = keys.first().and_then(|key| Some((key, table_key_of(handle.schema(), key)?)));
        first.map(|(key, at)| key_text((self.entity_of)(key), &at)).unwrap_or_default()
    }

    /// Groups adjacent keys of one entity.
    fn by_entity<'k>(&self, keys: &'k [Item]) -> impl Iterator<Item = &'k [Item]> {
        keys.chunk_by(|one, other| std::ptr::eq((self.entity_of)(one), (self.entity_of)(other)))
    }
}

/// Whether a failure affects only one key: the table exists, and the request is valid.
fn is_of_one_key(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::Throttled | ErrorKind::Service)
}

fn units_of(consumed: &[ConsumedCapacity]) -> Option<f64> {
    consumed.iter().map(|of_table| of_table.capacity_units()).sum()
}

fn unprocessed(handle: &Connection, keys: usize) -> Error {
    let tries = handle.reads().retries().throttled().limit();
    let keys = if keys == 1 { "1 key".to_owned() } else { format!("{keys} keys") };
    let message =
        format!("{keys} stayed unprocessed through {tries} request(s); repeat it when the table is less busy");
    Error::new(ErrorKind::Throttled, message)
}

/// Returns the size of the item of a key. 0 if it is not among these.
fn bytes_of(key: &Item, items: &[ReadItem]) -> u64 {
    let is_its = |item: &&ReadItem| key.iter().all(|(name, value)| item.attribute(name) == Some(Scalar::of(value)));
    items.iter().find(is_its).map_or(0, ReadItem::bytes)
}

fn partitions_of(handle: &Connection, keys: &[Item]) -> Vec<KeyScalar> {
    let name = handle.schema().partition_key.name;
    keys.iter().filter_map(|key| key.get(name).and_then(scalar)).collect()
}
