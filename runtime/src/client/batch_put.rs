//! Writing many items.

mod chunk;
mod report;
mod rounds;

use std::{collections::BTreeMap, fmt, future::IntoFuture, sync::Arc};

use aws_sdk_dynamodb::operation::batch_write_item::{BatchWriteItemInput, builders::BatchWriteItemFluentBuilder};
use futures_util::{StreamExt as _, stream};
use serde::Serialize;

use self::{
    chunk::{Written, write_chunk},
    rounds::{Pending, Prepared, prepare, rounds},
};
use super::{
    Handle,
    call::{Sending, call, on_throttled_index},
    encode::{encode, random_shard},
    locate::key_with,
    lossy::lossy_fields,
    stored::schema,
};
use crate::{
    Entity, Error, ErrorKind, Result, Table,
    entity::StoredIn,
    key::ItemKey,
    monitor::Watch,
    physics::limits::{BATCH_WRITE_BYTES, BATCH_WRITE_ITEMS, ITEM_BYTES},
};

pub use report::{BatchReport, Leftover};

/// 25 items of the largest size fit one request even in base64, so that counting items is enough.
const _: () = assert!(BATCH_WRITE_ITEMS as u64 * ITEM_BYTES * 4 / 3 <= BATCH_WRITE_BYTES);

const IN_FLIGHT: usize = 4;

impl<T: Table> Handle<T> {
    /// Writes many items, 25 in a request.
    ///
    /// Plain and hash-sharded entities are **overwritten**. Randomly sharded ones are **appended without the check**
    /// that [`put`](Handle::put) makes, because batches take no conditions: an item that is there under the same key
    /// is overwritten. Of items with one key the last wins.
    ///
    /// What DynamoDB leaves unprocessed is sent again, up to 10 requests for a chunk, with full jitter from 50 ms up to
    /// 5 s, and with the same keys: DynamoDB does not say why it left them. Nothing is lost silently: every item is counted in [`BatchReport::written`] or returned in
    /// [`BatchReport::leftovers`] with its key and the reason. A chunk that fails does not keep the next ones from
    /// being written, unless they would fail alike, as for a table that does not exist.
    ///
    /// # Errors
    ///
    /// [`InvalidArgument`](ErrorKind::InvalidArgument) for an entity whose table key holds a field only in part: its
    /// puts need a condition. Use [`put`](Handle::put).
    pub fn batch_put<'a, E>(&'a self, entities: impl IntoIterator<Item = &'a E>) -> BatchPut<'a, T, E>
    where
        E: StoredIn<T> + Serialize,
    {
        let entity = schema::<E>();
        // Picked once, so that what is printed is what is sent. Where none can be picked, encoding says why.
        let pending = |item: &'a E| {
            let shard = random_shard(entity, &|field| item.__value(field)).unwrap_or(None);
            Pending { entity: item, shard, encode: encode::<E> }
        };
        BatchPut { handle: self, items: entities.into_iter().map(pending).collect(), in_flight: IN_FLIGHT }
    }

    /// Writes what a batch has left over, each item into the shard that was picked for it.
    pub fn batch_put_leftovers<'a, E>(&'a self, leftovers: Vec<Leftover<'a, E>>) -> BatchPut<'a, T, E>
    where
        E: StoredIn<T> + Serialize,
    {
        let pending =
            |Leftover { entity, key, .. }: Leftover<'a, E>| Pending { entity, shard: key.shard, encode: encode::<E> };
        BatchPut { handle: self, items: leftovers.into_iter().map(pending).collect(), in_flight: IN_FLIGHT }
    }
}

/// A batch of puts that is not sent yet. Made by [`Handle::batch_put`].
#[must_use = "a batch does nothing until it is awaited"]
pub struct BatchPut<'a, T, E> {
    handle: &'a Handle<T>,
    items: Vec<Pending<'a, E>>,
    in_flight: usize,
}

impl<'a, T: Table, E: Entity> BatchPut<'a, T, E> {
    /// How many requests run at once: 4 unless said otherwise.
    ///
    /// # Errors
    ///
    /// Awaiting the batch fails with [`InvalidArgument`](ErrorKind::InvalidArgument) for 0.
    pub fn in_flight(mut self, requests: usize) -> Self {
        self.in_flight = requests;
        self
    }

    /// The requests as values that can be printed. Nothing is sent.
    ///
    /// # Errors
    ///
    /// The first item that does not encode, and those of [`Handle::batch_put`].
    pub fn params(&self) -> Result<Vec<BatchWriteItemInput>> {
        let built = self.requests()?.into_iter().map(|request| request.as_input().clone().build());
        built
            .map(|built| {
                built.map_err(|error| Error::new(ErrorKind::InvalidArgument, error.to_string()).caused_by(error))
            })
            .collect()
    }

    /// The SDK's own requests, to be changed and sent without us, in this order. What they leave unprocessed is yours.
    ///
    /// # Errors
    ///
    /// The first item that does not encode, and those of [`Handle::batch_put`].
    pub fn into_sdk(self) -> Result<Vec<BatchWriteItemFluentBuilder>> {
        self.requests()
    }

    fn requests(&self) -> Result<Vec<BatchWriteItemFluentBuilder>> {
        self.check()?;
        let mut all = Vec::new();
        for window in self.windows() {
            let prepared = window.map(|(at, item)| prepare(at, item)).collect::<Result<_>>()?;
            for chunk in rounds(prepared).into_iter().flatten() {
                let items = chunk.into_iter().map(|item| item.request).collect();
                let name = self.handle.table_name();
                let request = self.handle.client().batch_write_item().request_items(name, items);
                all.push(request.set_return_consumed_capacity(self.handle.watch().map(|_| Watch::ASKS)));
            }
        }
        Ok(all)
    }

    fn check(&self) -> Result<()> {
        let entity = schema::<E>();
        if self.in_flight == 0 {
            return Err(Error::new(ErrorKind::InvalidArgument, "0 requests in flight write nothing; allow at least 1"));
        }
        let lossy = lossy_fields(entity).into_iter().find_map(|field| entity.fields.get(usize::from(field)));
        match lossy {
            None => Ok(()),
            Some(field) => {
                let message = format!(
                    "the table key holds `{}` only in part, so that a put needs a condition, and batches take none; use `put`",
                    field.name
                );
                Err(Error::new(ErrorKind::InvalidArgument, message))
            }
        }
    }

    /// The error of some of the items, with what it happened to.
    fn named(&self, error: Error) -> Error {
        let error = on_throttled_index::<T>(error);
        error.operation("batch_put").in_table(self.handle.table_name()).of_entity(schema::<E>().name)
    }

    /// As many items as fit the requests in flight, again and again: what is encoded at one time.
    fn windows(&self) -> impl Iterator<Item = impl Iterator<Item = (usize, Pending<'a, E>)>> {
        let size = self.in_flight.saturating_mul(BATCH_WRITE_ITEMS).max(1);
        self.items.chunks(size).enumerate().map(move |(window, items)| {
            let first = window.saturating_mul(size);
            items.iter().enumerate().map(move |(at, item)| (first.saturating_add(at), *item))
        })
    }

    async fn run(&self) -> Result<BatchReport<'a, E>> {
        self.check()?;
        let mut tally = Tally { written: 0, leftovers: Vec::new(), behind: BTreeMap::new(), stopped: None };
        for window in self.windows() {
            let mut prepared = Vec::new();
            for (at, item) in window {
                match prepare(at, item) {
                    Ok(item) => prepared.push(item),
                    Err(error) => tally.leave(at, item, Arc::new(self.named(error))),
                }
            }
            for round in rounds(prepared) {
                let writes: Vec<_> =
                    round.into_iter().map(|chunk| write_chunk(self.handle, tally.hold_back(chunk))).collect();
                let mut writes = stream::iter(writes).buffer_unordered(self.in_flight);
                while let Some(mut written) = writes.next().await {
                    written.failed = written.failed.map(|(error, ends_all)| (self.named(error), ends_all));
                    tally.add(written);
                }
            }
        }
        tally.leftovers.sort_by_key(|(at, _)| *at);
        let leftovers = tally.leftovers.into_iter().map(|(_, leftover)| leftover).collect();
        Ok(BatchReport { written: tally.written, leftovers })
    }
}

/// What has become of the items so far.
struct Tally<'a, E> {
    written: usize,
    leftovers: Vec<(usize, Leftover<'a, E>)>,
    /// Keys of leftovers: a later item of such a key is not written before the earlier one.
    behind: BTreeMap<ItemKey, Arc<Error>>,
    /// Why nothing more is sent.
    stopped: Option<Arc<Error>>,
}

impl<'a, E: Entity> Tally<'a, E> {
    fn leave(&mut self, at: usize, item: Pending<'a, E>, reason: Arc<Error>) {
        let Pending { entity, shard, .. } = item;
        self.leftovers.push((at, Leftover { entity, key: key_with(entity, shard), reason }));
    }

    /// The items of a chunk that may be sent; the others are left over.
    fn hold_back(&mut self, chunk: Vec<Prepared<'a, E>>) -> Vec<Prepared<'a, E>> {
        let mut sent = Vec::with_capacity(chunk.len());
        for item in chunk {
            match self.stopped.clone().or_else(|| self.behind.get(&item.key).cloned()) {
                Some(reason) => self.leave(item.at, item.pending, reason),
                None => sent.push(item),
            }
        }
        sent
    }

    fn add(&mut self, written: Written<'a, E>) {
        self.written = self.written.saturating_add(written.count);
        let Some((reason, ends_all)) = written.failed else { return };
        let reason = Arc::new(reason);
        for (key, item) in written.left {
            self.behind.insert(key, Arc::clone(&reason));
            self.leave(item.at, item.pending, Arc::clone(&reason));
        }
        if ends_all {
            self.stopped = Some(reason);
        }
    }
}

impl<'a, T: Table, E: Entity> IntoFuture for BatchPut<'a, T, E> {
    type Output = Result<BatchReport<'a, E>>;
    type IntoFuture = Sending<'a, BatchReport<'a, E>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move { call(self.handle, "batch_put", Some(schema::<E>().name), self.run()).await })
    }
}

impl<T: Table, E: Entity> fmt::Debug for BatchPut<'_, T, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("BatchPut");
        debug.field("entity", &E::SCHEMA.name).field("items", &self.items.len()).field("in_flight", &self.in_flight);
        debug.finish_non_exhaustive()
    }
}
