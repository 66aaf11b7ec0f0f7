//! Sends puts and deletes in batches: the shared part of all batches of writes.

mod chunk;
mod rounds;

use std::{collections::BTreeMap, sync::Arc};

use aws_sdk_dynamodb::{
    operation::batch_write_item::{BatchWriteItemInput, builders::BatchWriteItemFluentBuilder},
    types::{DeleteRequest, PutRequest, WriteRequest},
};
use futures_util::{StreamExt as _, stream};

use crate::{
    Entity, Error, ErrorKind, Key, Result,
    client::{
        Connection,
        legacy::relocate::other_keys,
        read_keys::IN_FLIGHT,
        transport::{call::on_throttled_index, failure::build_error},
    },
    item::{
        encode::Encoded,
        locate::{item_key_of, key_item},
        stamp::Stamp,
        stored::schema,
        version::version_field,
        writable::Writable,
    },
    key::{ItemKey, KeyValue, lossy::lossy_field},
    monitor::Watch,
    physics::limits::{BATCH_WRITE_BYTES, BATCH_WRITE_ITEMS, ITEM_BYTES},
    schema::EntitySchema,
};
use chunk::{ChunkOutcome, write_chunk};
use rounds::{Prepared, rounds};

/// 25 items of the maximum size fit into one request even in base64, so it suffices to count items.
const _: () = assert!(BATCH_WRITE_ITEMS as u64 * ITEM_BYTES * 4 / 3 <= BATCH_WRITE_BYTES);

/// A write in a batch.
pub(crate) trait BatchWrite: Send + Sync {
    fn entity(&self) -> &'static EntitySchema;

    /// Rejects an entity whose writes of this kind need a condition, a read or a transaction.
    fn check(&self) -> Result<()>;

    /// Returns the item's key, and the request. Every call returns an equal request.
    fn request(&self) -> Result<(ItemKey, WriteRequest)>;
}

impl<W: BatchWrite + ?Sized> BatchWrite for Arc<W> {
    fn entity(&self) -> &'static EntitySchema {
        (**self).entity()
    }

    fn check(&self) -> Result<()> {
        (**self).check()
    }

    fn request(&self) -> Result<(ItemKey, WriteRequest)> {
        (**self).request()
    }
}

/// An item to put, and the random shard that was picked for it.
pub(crate) struct PutOf<'a> {
    entity: &'a dyn Writable,
    pub(crate) shard: Option<u32>,
}

impl<'a> PutOf<'a> {
    /// Makes a put. A random shard is picked once, so that `params()` prints what is sent.
    pub(crate) fn new(entity: &'a dyn Writable) -> Self {
        Self { entity, shard: entity.random_shard() }
    }

    pub(crate) fn in_shard(entity: &'a dyn Writable, shard: Option<u32>) -> Self {
        Self { entity, shard }
    }
}

impl BatchWrite for PutOf<'_> {
    fn entity(&self) -> &'static EntitySchema {
        self.entity.schema()
    }

    fn check(&self) -> Result<()> {
        check_put(self.entity.schema(), &|field| self.entity.value(field))
    }

    fn request(&self) -> Result<(ItemKey, WriteRequest)> {
        let Encoded { item, key, .. } = self.entity.encode(self.shard, Stamp::now())?;
        let put = PutRequest::builder().set_item(Some(item)).build();
        let put = put.map_err(|error| Error::new(ErrorKind::Encode, error.to_string()).caused_by(error))?;
        Ok((key, WriteRequest::builder().put_request(put).build()))
    }
}

/// The key of an item to be deleted.
pub(crate) struct DeleteOf<E> {
    pub(crate) key: Key<E>,
}

impl<E: Entity> BatchWrite for DeleteOf<E> {
    fn entity(&self) -> &'static EntitySchema {
        schema::<E>()
    }

    fn check(&self) -> Result<()> {
        check_delete(&self.key)
    }

    fn request(&self) -> Result<(ItemKey, WriteRequest)> {
        let key = item_key_of(&self.key)?;
        let delete = DeleteRequest::builder().set_key(Some(key_item(schema::<E>(), &key))).build();
        Ok((key, WriteRequest::builder().delete_request(delete.map_err(build_error)?).build()))
    }
}

/// An alternative fix if a key contains only a part of a field.
const WHOLE_FIELD: &str = "write the whole field into the sort key, such as `<at>` instead of `<at:ms>`";

/// Rejects items whose puts need a condition: batches have none.
fn check_put<'v>(entity: &'static EntitySchema, value: &dyn Fn(u8) -> Option<KeyValue<'v>>) -> Result<()> {
    let needs_condition = "so a put needs a condition, which batches do not support; use `put`";
    let counter = entity.fields.iter().find(|field| field.is_counter());
    let message = match (unique_field(entity), lossy_field(entity, value), version_field(entity).or(counter)) {
        (Some(field), ..) => format!(
            "`{field}` is unique, so a put is a transaction with a sentinel, which batches do not support; use `put`"
        ),
        (_, Some(field), _) => {
            format!(
                "the table key holds only a part of this value of `{field}`, {needs_condition}, or {WHOLE_FIELD}, or \
                 truncate the value first"
            )
        }
        (.., Some(field)) if field.is_counter() => format!("`{}` is a counter, {needs_condition}", field.name),
        (.., Some(field)) => format!("`{}` is a version, {needs_condition}", field.name),
        (None, None, None) => return Ok(()),
    };
    Err(Error::new(ErrorKind::InvalidArgument, message).of_entity(entity.name))
}

/// Rejects keys whose deletes must read the item first.
fn check_delete<E: Entity>(key: &Key<E>) -> Result<()> {
    let (entity, value) = (schema::<E>(), |field| key.value(field));
    // A key that is invalid for another reason is a leftover.
    let others = || item_key_of(key).and_then(|current| other_keys(entity, &current, &value)).unwrap_or_default();
    let message = match (unique_field(entity), lossy_field(entity, &value)) {
        (Some(field), _) => format!(
            "`{field}` is unique, so a delete is a transaction with its sentinel, which batches do not support; use \
             `delete`"
        ),
        (_, Some(field)) => format!(
            "the table key holds only a part of this value of `{field}`, so a delete needs a condition, which batches \
             do not support; use `delete`, or {WHOLE_FIELD}, or truncate the value first"
        ),
        (None, None) if !others().is_empty() => {
            "an item may be stored under an older key (`legacy`), which a delete must read first, and a batch cannot; \
             use `delete`"
                .into()
        }
        (None, None) => return Ok(()),
    };
    Err(Error::new(ErrorKind::InvalidArgument, message).of_entity(entity.name))
}

fn unique_field(entity: &EntitySchema) -> Option<&'static str> {
    entity.fields.iter().find(|field| field.unique.is_some()).map(|field| field.name)
}

/// Rejects a limit of 0 requests.
pub(crate) fn check_in_flight(requests: usize) -> Result<()> {
    match requests {
        0 => Err(Error::new(ErrorKind::InvalidArgument, "0 requests in flight send nothing; allow at least 1")),
        _ => Ok(()),
    }
}

/// The result of the writes of a batch.
pub(crate) struct Outcomes {
    pub(crate) written: usize,
    /// The positions of the leftovers, in order, and their reasons.
    pub(crate) left: Vec<(usize, Arc<Error>)>,
}

/// Writes to one table, and the settings for sending them.
pub(crate) struct Batch<'a, W> {
    pub(crate) handle: &'a Connection,
    pub(crate) writes: Vec<W>,
    pub(crate) in_flight: usize,
    /// The name of the operation in errors.
    pub(crate) operation: &'static str,
}

impl<'a, W> Batch<'a, W> {
    pub(crate) fn new(handle: &'a Connection, operation: &'static str, writes: Vec<W>) -> Self {
        Self { handle, writes, in_flight: IN_FLIGHT, operation }
    }
}

impl<W: BatchWrite> Batch<'_, W> {
    /// Returns the requests as values that can be printed.
    pub(crate) fn params(&self) -> Result<Vec<BatchWriteItemInput>> {
        let requests = self.requests()?;
        requests.into_iter().map(|request| request.as_input().clone().build().map_err(build_error)).collect()
    }

    /// Returns the requests as the SDK's builders.
    pub(crate) fn requests(&self) -> Result<Vec<BatchWriteItemFluentBuilder>> {
        let mut all = Vec::new();
        for window in self.windows() {
            let prepared = window.map(|at| self.prepare(at)).collect::<Result<_>>()?;
            for chunk in rounds(prepared).into_iter().flatten() {
                let items = chunk.into_iter().map(|item| item.request).collect();
                let request = self.handle.client().batch_write_item();
                let request = request.request_items(self.handle.table_name(), items);
                all.push(request.set_return_consumed_capacity(self.handle.watch().map(|_| Watch::RETURN_CONSUMED)));
            }
        }
        Ok(all)
    }

    /// Sends all writes, and retries unprocessed ones.
    pub(crate) async fn run(&self) -> Outcomes {
        let mut tally = Tally::default();
        for window in self.windows() {
            let mut prepared = Vec::new();
            for at in window {
                match self.prepare(at) {
                    Ok(item) => prepared.push(item),
                    Err(error) => tally.left.push((at, Arc::new(self.named(error, [at])))),
                }
            }
            for round in rounds(prepared) {
                let chunks: Vec<_> =
                    round.into_iter().map(|chunk| write_chunk(self, tally.take_sendable(chunk))).collect();
                let mut chunks = stream::iter(chunks).buffer_unordered(self.in_flight.max(1));
                while let Some(mut sent) = chunks.next().await {
                    sent.failed =
                        sent.failed.map(|(error, ends_all)| (self.named(error, sent.left.values().copied()), ends_all));
                    tally.add(sent);
                }
            }
        }
        tally.left.sort_by_key(|(at, _)| *at);
        Outcomes { written: tally.written, left: tally.left }
    }

    /// Adds the key to the error of some of the writes, and their entity if they have one in common.
    fn named(&self, error: Error, positions: impl IntoIterator<Item = usize>) -> Error {
        let error = on_throttled_index(self.handle.schema(), error)
            .operation(self.operation)
            .in_table(self.handle.table_name());
        let mut entities = positions.into_iter().filter_map(|at| self.writes.get(at)).map(|write| write.entity().name);
        match entities.next() {
            Some(entity) if entities.all(|other| other == entity) => error.of_entity(entity),
            _ => error,
        }
    }

    fn prepare(&self, at: usize) -> Result<Prepared> {
        let (key, request) = self.write(at)?.request()?;
        Ok(Prepared { at, key, request })
    }

    fn write(&self, at: usize) -> Result<&W> {
        self.writes.get(at).ok_or_else(|| Error::new(ErrorKind::InvalidArgument, "the batch has no such write"))
    }

    /// Splits the positions into ranges that fill all requests in flight. The writes of one range are encoded at a
    /// time.
    fn windows(&self) -> impl Iterator<Item = std::ops::Range<usize>> + use<W> {
        let size = self.in_flight.saturating_mul(BATCH_WRITE_ITEMS).max(1);
        let end = self.writes.len();
        (0..end).step_by(size).map(move |first| first..first.saturating_add(size).min(end))
    }
}

/// Generates the methods that all batches of writes share, for a type with a `batch` and a `check`.
macro_rules! batch_methods {
    () => {
        /// Sets the maximum number of requests in flight. The default is 4.
        ///
        /// # Errors
        ///
        /// Awaiting the batch fails with [`InvalidArgument`](crate::ErrorKind::InvalidArgument) for 0.
        pub fn in_flight(mut self, requests: usize) -> Self {
            self.batch.in_flight = requests;
            self
        }

        /// Returns the requests as values that can be printed. Nothing is sent.
        ///
        /// # Errors
        ///
        /// The error of the first item that cannot be encoded or of the first malformed key, and those of
        /// [`Handle::batch_put`] and [`Handle::batch_delete`].
        pub fn params(&self) -> Result<Vec<BatchWriteItemInput>> {
            self.check()?;
            self.batch.params()
        }

        /// Converts the requests into the SDK's builders, which you can change and send yourself, in this order. Resend
        /// unprocessed items yourself.
        ///
        /// # Errors
        ///
        /// Those of [`params`](Self::params).
        pub fn into_sdk(self) -> Result<Vec<BatchWriteItemFluentBuilder>> {
            self.check()?;
            self.batch.requests()
        }
    };
}

pub(super) use batch_methods;

/// The results of the writes so far.
#[derive(Default)]
struct Tally {
    written: usize,
    left: Vec<(usize, Arc<Error>)>,
    /// The keys of leftovers. A later write of such a key is not sent before the earlier one.
    blocked: BTreeMap<ItemKey, Arc<Error>>,
    /// The reason why nothing more is sent.
    stopped: Option<Arc<Error>>,
}

impl Tally {
    /// Returns the writes of a chunk that may be sent. The others become leftovers.
    fn take_sendable(&mut self, chunk: Vec<Prepared>) -> Vec<Prepared> {
        let mut sent = Vec::with_capacity(chunk.len());
        for item in chunk {
            match self.stopped.clone().or_else(|| self.blocked.get(&item.key).cloned()) {
                Some(reason) => self.left.push((item.at, reason)),
                None => sent.push(item),
            }
        }
        sent
    }

    fn add(&mut self, sent: ChunkOutcome) {
        self.written = self.written.saturating_add(sent.written);
        let Some((reason, ends_all)) = sent.failed else { return };
        let reason = Arc::new(reason);
        for (key, at) in sent.left {
            self.blocked.insert(key, Arc::clone(&reason));
            self.left.push((at, Arc::clone(&reason)));
        }
        if ends_all {
            self.stopped = Some(reason);
        }
    }
}
